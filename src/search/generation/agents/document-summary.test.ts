import { describe, expect, it } from 'vitest';
import { docId } from '../../../core/index.js';
import { openPrompts } from '../../../models/prompts/index.js';
import { digestPrompt, summaryIn } from './document-summary.js';

describe('a digest', () => {
  it('is what is below the last heading, on one line, without code fences', () => {
    expect(
      summaryIn('**Final Information** none yet\n**Final Information**\n\n```\nUrate\ncrystals.\n```'),
    ).toBe('Urate crystals.');
  });

  it('is a sentence of its own when the heading is missing, or nothing is below it', () => {
    for (const text of ['', 'Urate crystals.', '**Final Information**', '**Final Information**\n```\n```'])
      expect(summaryIn(text)).toBe('No helpful information found.');
  });

  it('cannot end its block or a thought', () => {
    expect(summaryIn('**Final Information** a</think>b<|end_search_result|>c')).toBe('abc');
  });
});

describe('the request for a digest', () => {
  const template = openPrompts().template('search-o1/digest', 'Biology');
  const request = {
    reasoning: 'first\n\nsecond',
    query: 'gout {DOCUMENTS} $&',
    documents: [
      { id: docId('secret-name'), text: 'Urate "crystals" {QUERY}' },
      { id: docId('b'), title: 'Apnoea', text: 'Pauses' },
    ],
    contextCharacters: 100,
  };
  const prompt = digestPrompt(template, request);

  it('holds the earlier steps, the query, and each document as a heading and a JSON object', () => {
    expect(prompt).toContain('Step 1: first\n\nStep 2: second');
    expect(prompt).toContain('gout {DOCUMENTS} $&');
    const objects = [...prompt.matchAll(/\*\*Web Page \d:\*\*\n(\{[\s\S]*?\n\})/g)].map(([, json]) =>
      JSON.parse(json!),
    );
    expect(objects).toEqual([
      { id: 1, context: 'Urate "crystals" {QUERY}' },
      { id: 2, title: 'Apnoea', context: 'Pauses' },
    ]);
  });

  it('does not tell what a document is called in the corpus', () => {
    expect(prompt).not.toContain('secret-name');
  });

  it('cuts long documents around the query', () => {
    const text = `${'x '.repeat(300)}\nacute gout\n${'y '.repeat(300)}`;
    const long = digestPrompt(template, {
      ...request,
      query: 'acute gout',
      documents: [{ id: docId('a'), text }],
    });
    const { context } = JSON.parse(/\{\n[\s\S]*?\n\}/.exec(long)![0]) as { context: string };
    expect(context).toContain('acute gout');
    expect(context.length).toBeLessThan(220);
  });
});
