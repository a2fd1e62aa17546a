import { describe, expect, it } from 'vitest';
import { testTools } from '../../test/tools.js';
import { corpusOf, lexicalText, type Query, queryId } from '../core/index.js';
import { type StoredTexts, storedWriting } from './stored-writing.js';

const queries: readonly Query[] = [
  { id: queryId('q1'), text: 'swollen toe' },
  { id: queryId('q2'), text: 'tired' },
];
const stored = (change: Partial<StoredTexts> = {}): StoredTexts => ({
  method: 'hyde',
  llm: 'gpt4',
  reasoning: 'none',
  texts: new Map([
    ['q1', 'urate crystals'],
    ['q2', 'iron deficiency'],
  ]),
  source: 'texts.jsonl',
  hash: 'h',
  ...change,
});

const rewrite = async (texts: StoredTexts) => {
  const tools = testTools();
  const { run } = await storedWriting(texts).open(corpusOf('k', []), tools);
  return { searched: (await run(queries)).map(lexicalText), notes: tools.notes };
};

describe('stored texts', () => {
  it('are searched with alone for HyDE and search agents', async () => {
    expect((await rewrite(stored())).searched).toEqual(['urate crystals', 'iron deficiency']);
    expect((await rewrite(stored({ method: 'search-o1' }))).searched[0]).toBe('urate crystals');
  });

  it('follow the query for LameR, and the query said twice for query2doc', async () => {
    expect((await rewrite(stored({ method: 'lamer' }))).searched[0]).toBe('swollen toe urate crystals');
    expect((await rewrite(stored({ method: 'query2doc' }))).searched[0]).toBe(
      'swollen toe swollen toe urate crystals',
    );
    expect((await rewrite(stored({ method: 'query2doc', asPublished: true }))).searched[0]).toBe(
      'swollen toeswollen toe urate crystals',
    );
  });

  it('are searched with alone when a reasoning model wrote them, whatever the method, without the reasoning', async () => {
    const texts = new Map([
      ['q1', 'hm</think> gout'],
      ['q2', 'hm</think> anaemia'],
    ]);
    const { searched } = await rewrite(stored({ method: 'lamer', reasoning: 'think-tag', texts }));
    expect(searched).toEqual(['gout', 'anaemia']);
  });

  it('that end inside their reasoning leave the query as it stands, and are counted', async () => {
    const texts = new Map([
      ['q1', 'hm, could it be'],
      ['q2', 'hm</think> anaemia'],
    ]);
    const { searched, notes } = await rewrite(stored({ reasoning: 'think-tag', texts }));
    expect(searched).toEqual(['swollen toe', 'anaemia']);
    expect(notes).toEqual([
      'texts.jsonl: 1 texts end inside their reasoning; those queries are searched as they stand',
    ]);
  });

  it('that end inside their reasoning are searched with as a whole when done as published', async () => {
    const texts = new Map([
      ['q1', 'hm, could it be'],
      ['q2', 'hm</think> anaemia'],
    ]);
    const { searched } = await rewrite(stored({ reasoning: 'think-tag', texts, asPublished: true }));
    expect(searched[0]).toBe('hm, could it be');
  });

  it('missing for some queries leave those as they stand, and are counted', async () => {
    const { searched, notes } = await rewrite(stored({ texts: new Map([['q2', 'anaemia']]) }));
    expect(searched).toEqual(['swollen toe', 'anaemia']);
    expect(notes).toEqual(['texts.jsonl: no text for 1 queries; they are searched as they stand']);
  });

  it('missing for all queries are those of another task', async () => {
    await expect(rewrite(stored({ texts: new Map([['other', 'x']]) }))).rejects.toThrow(
      'no text for any of the 2 queries',
    );
  });

  it('are averaged with the query by retrievers with vectors, but joined to it for query2doc', async () => {
    const joins = async (change: Partial<StoredTexts>) => {
      const { run } = await storedWriting(stored(change)).open(corpusOf('k', []), testTools());
      return (await run(queries))[0]!.written!.map(({ dense }) => dense);
    };
    expect(await joins({ method: 'hyde' })).toEqual(['average']);
    expect(await joins({ method: 'lamer' })).toEqual(['average']);
    expect(await joins({ method: 'search-r1' })).toEqual(['average']);
    expect(await joins({ method: 'query2doc' })).toEqual(['joined']);
    const texts = new Map([['q1', 'hm</think> gout']]);
    expect(await joins({ method: 'query2doc', reasoning: 'think-tag', texts })).toEqual(['average']);
  });

  it('are told apart by their hash', () => {
    expect(storedWriting(stored({ hash: 'a' })).spec).not.toEqual(storedWriting(stored({ hash: 'b' })).spec);
  });
});
