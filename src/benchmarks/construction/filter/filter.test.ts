import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { examItem, workshop } from '../../../../test/support/construction.js';
import { jsonl, writtenFolder } from '../../../../test/support/written-folder.js';
import type { JsonObject } from '../../../core/index.js';
import { openPrompts } from '../../../models/prompts/index.js';
import { filter } from './index.js';
import { FILTER_LABELS, readLabel, solvedByWords } from './questions.js';

const label = (name: string): string => `- Reason: it is so\n- Label: ${name}`;
const solution = (answer: string): string => `- Reason: I guess\n- Answer: ${answer}`;
const match = (said: string): string => `- Reason: compared\n- Match: ${said}`;

const OTHERS = ['too simple', 'ambiguous answer', 'not reformulatable', 'not a medical entity'];
const classified = (...more: readonly JsonObject[]): string =>
  jsonl(
    examItem(),
    ...OTHERS.map((name, i) => examItem({ id: `x${i}`, text: `A question that is ${name}.` })),
    ...more,
  );

const judge = ({ prompt }: { readonly prompt: string }): string =>
  label(OTHERS.find((name) => prompt.includes(`A question that is ${name}.`)) ?? 'pass');

describe('filter', () => {
  it('holds back by label, each with its reason, and lets posts pass unasked', async () => {
    const post = examItem({ id: 'p', family: 'post' });
    const shop = workshop({ 'classified.jsonl': classified(post) }, { m: judge });
    const { report } = await shop.run(filter, { llm: 'm' });
    expect(report).toMatchObject({
      in: 6,
      out: 2,
      held: Object.fromEntries(OTHERS.map((name) => [name, 1])),
    });
    expect(shop.rows('filtered').map(({ id }) => id)).toEqual(['q1', 'p']);
    expect(shop.rows('filter.held')[0]).toMatchObject({
      why: 'too simple',
      item: { trail: [{ step: 'filter', label: 'too simple', reason: 'it is so', by: 'm' }] },
    });
    expect(shop.chat('m').asked).toHaveLength(5);
  });

  it('filters posts too, on request', async () => {
    const post = examItem({ id: 'p', family: 'post', text: 'A question that is too simple.' });
    const shop = workshop({ 'classified.jsonl': jsonl(post) }, { m: judge });
    await shop.run(filter, { llm: 'm', posts: true });
    expect(shop.rows('filter.held')).toMatchObject([{ id: 'p', why: 'too simple' }]);
  });

  it('leaves undecided what only mentions a label, and writes nothing', async () => {
    const shop = workshop(
      { 'classified.jsonl': jsonl(examItem()) },
      { m: () => '- Reason: it would pass\n- Label: does not pass' },
    );
    await expect(shop.run(filter, { llm: 'm' })).rejects.toMatchObject({
      undecided: [{ id: 'q1', why: expect.stringContaining('does not pass') }],
    });
    expect(() => shop.rows('filtered')).toThrow();
  });

  describe('by measured difficulty', () => {
    const items = jsonl(
      examItem(),
      examItem({
        id: 'q2',
        text: 'Who shakes at rest? Which of the following?',
        answer: 'Parkinson disease',
        options: [],
      }),
    );
    const files = { 'classified.jsonl': items };
    const pass = () => label('pass');

    it('holds back what all small models solve, and asks only about what passed', async () => {
      const shop = workshop(files, {
        m: pass,
        a: ({ prompt }) => solution(prompt.includes('toe') ? 'gout.' : 'Tremor'),
        b: ({ prompt }) => solution(prompt.includes('toe') ? 'A' : 'Parkinson disease'),
      });
      const { report } = await shop.run(filter, { llm: 'm', solvers: ['a', 'b'] });
      expect(report).toMatchObject({
        out: 1,
        held: { 'solved by all small models': 1 },
        figures: { solved: { a: 1, b: 2 } },
      });
      expect(shop.rows('filtered')[0]).toMatchObject({
        id: 'q2',
        trail: [
          { step: 'filter' },
          { step: 'filter/solve', by: 'a', label: 'not solved' },
          { step: 'filter/solve', by: 'b', label: 'solved' },
        ],
      });
    });

    it('never shows a small model the answer, nor the options where they are hidden', async () => {
      const item = examItem({
        answer: 'Secretitis',
        options: [
          { label: 'A', text: 'Secretitis' },
          { label: 'B', text: 'Openitis' },
        ],
      });
      const settings = { llm: 'm', solvers: ['a'], solveOptions: false };
      const shop = workshop({ 'classified.jsonl': jsonl(item) }, { m: pass, a: () => solution('Openitis') });
      await shop.run(filter, settings);
      const { prompt } = shop.chat('a').asked[0]!;
      expect(prompt).toContain('swollen toe');
      for (const hidden of ['Secretitis', 'Openitis']) expect(prompt).not.toContain(hidden);
      expect(openPrompts().template('build-filter/solve', 'default').text).not.toContain('{ANSWER}');
    });

    it('counts a model that is named twice once, and gives no figure of what was not measured', async () => {
      const shop = workshop(files, { m: pass, a: () => solution('Gout') });
      const { report } = await shop.run(filter, { llm: 'm', solvers: ['a', 'a'] });
      expect(report.held).toEqual({ 'solved by all small models': 1 });
      expect(report.figures).toEqual({ solved: { a: 1 } });
      const plain = workshop(files, { m: pass });
      expect((await plain.run(filter, { llm: 'm' })).report.figures).toEqual({});
    });

    it('refuses two models of one name, whose answers could not be told apart', async () => {
      const shop = workshop(files, { m: pass });
      const solvers = [1, 2].map(() => `prepared:${writtenFolder({ 'x.jsonl': '' })}/x.jsonl`);
      await expect(shop.run(filter, { llm: 'm', solvers })).rejects.toThrow(
        'two solvers called prepared:x.jsonl',
      );
    });

    it('lets a matcher compare where words do not tell, and only there', async () => {
      const shop = workshop(files, {
        m: pass,
        a: ({ prompt }) => solution(prompt.includes('toe') ? 'Septic arthritis' : 'Paralysis agitans'),
        j: () => match('yes'),
      });
      const { report } = await shop.run(filter, { llm: 'm', solvers: ['a'], matcher: 'j' });
      expect(shop.chat('j').asked).toHaveLength(1);
      expect(shop.chat('j').asked[0]!.prompt).toContain('Paralysis agitans');
      expect(report.held).toEqual({ 'solved by all small models': 1 });
    });

    it('leaves undecided what a small model did not answer readably', async () => {
      const shop = workshop(files, { m: pass, a: () => 'Gout' });
      await expect(shop.run(filter, { llm: 'm', solvers: ['a'] })).rejects.toMatchObject({
        undecided: [
          { step: 'filter/solve', id: 'q1' },
          { step: 'filter/solve', id: 'q2' },
        ],
      });
    });

    it('holds back what plain retrieval finds, where there are passages', async () => {
      const passage = (id: string, text: string) => ({
        ...{ id, text, source: 's', start: 0, end: text.length },
        origin: { source: 'S', licence: 'CC0-1.0', id: 's' },
      });
      const passages = jsonl(
        passage('p1', 'A hot, swollen toe at night in a man is gout.'),
        passage('p2', 'Those who shake at rest may have a tremor.'),
      );
      const shop = workshop({ ...files, 'passages.jsonl': passages }, { m: pass });
      const { report } = await shop.run(filter, { llm: 'm', retrievalDepth: 1 });
      expect(report).toMatchObject({ out: 1, held: { 'solved by plain retrieval': 1 } });
      expect(shop.rows('filter.held')[0]).toMatchObject({ id: 'q1', detail: expect.stringContaining('p1') });
      const without = workshop(files, { m: pass });
      await expect(without.run(filter, { llm: 'm', retrievalDepth: 1 })).rejects.toThrow('no passages.jsonl');
    });
  });
});

describe('an answer to a question with options', () => {
  const item = examItem() as never;
  it.each([
    ['Gout', true],
    ['the gout', true],
    ['A', true],
    ['A. Gout', true],
    ['(B) Septic arthritis', false],
    ['c', false],
    ['Podagra', undefined],
    ['Gout or fracture', undefined],
    ['', undefined],
    ['Gout A', undefined],
  ])('%s is %s', (said, right) => {
    expect(solvedByWords(item, said)).toBe(right);
  });
});

describe('a reply of the filter', () => {
  it('is read if it is one of the labels, in any case', () => {
    for (const name of FILTER_LABELS)
      expect(readLabel(label(name.toUpperCase()))).toMatchObject({ value: { label: name } });
  });

  it.each([
    'pass',
    'Pass.',
    'This should pass the filter.',
    '- Label: pass',
    label('pass?'),
    label('pass or too simple'),
    label('passed'),
  ])('is not read if it only holds the word: %s', (reply) => {
    expect(readLabel(reply)).toHaveProperty('unreadable');
  });

  it('passes nothing but what says so in its label, whatever it is', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (reason, said) => {
        const reading = readLabel(`- Reason: ${reason}\n- Label: ${said}`);
        if ('value' in reading && reading.value.label === 'pass')
          expect(said.toLowerCase()).toMatch(/^[\s*_`"'#>.]*pass[\s*_`"'#>.]*$/);
      }),
    );
  });
});
