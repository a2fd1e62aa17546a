import { describe, expect, it } from 'vitest';
import { testTools } from '../../../test/support/tools.js';
import { corpusOf, lexicalText, type Query, queryId } from '../../core/index.js';
import { type StoredTexts, storedRewriter } from './stored-rewriter.js';

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
  const runner = await storedRewriter(texts).open(corpusOf('k', []), tools);
  const rewritten = await runner.run(queries);
  return { searched: rewritten.map(lexicalText), rewritten, notes: tools.notes, facts: runner.facts };
};

describe('stored texts', () => {
  it('carry what they took when they were written, as far as they are used', async () => {
    const usage = { calls: 3, tokensIn: 101, tokensOut: 50, estimated: 0, usd: 0.5, seconds: 8 };
    const runner = await storedRewriter(stored({ usage })).open(corpusOf('k', []), testTools());
    const took = async (...batch: readonly Query[]) => {
      await runner.run(batch);
      return runner.facts.writing;
    };
    expect(await took(queries[0]!)).toMatchObject({
      calls: 2,
      tokensIn: 51,
      tokensOut: 25,
      usd: 0.25,
      seconds: 4,
    });
    expect(await took(queries[1]!)).toMatchObject({ written: 2, ...usage });
    expect((await rewrite(stored())).facts.writing).toEqual({ written: 2, missing: 0, unanswered: 0 });
  });

  it('are work that failed where they are one text for five queries, or hold no answer for most', async () => {
    const many: readonly Query[] = Array.from({ length: 5 }, (_, i) => ({
      id: queryId(`q${i}`),
      text: `case ${i}`,
    }));
    const failed = async (text: (i: number) => string, change: Partial<StoredTexts> = {}) => {
      const texts = new Map(many.map(({ id }, i) => [id as string, text(i)]));
      const runner = await storedRewriter(stored({ texts, ...change })).open(corpusOf('k', []), testTools());
      await runner.run(many.slice(0, 4));
      await runner.run(many.slice(4));
      return runner.facts.failed;
    };
    expect(await failed(() => 'gout')).toEqual({
      'queries with one and the same text': { count: 5, reason: 'it answers none of them' },
    });
    expect(await failed(() => 'gout', { asPublished: true })).toBeUndefined();
    expect(await failed((i) => (i === 4 ? 'scurvy' : 'gout'))).toBeUndefined();
    const half = (bare: number) => (i: number) => `<think>hm${i < bare ? '' : `</think>text ${i}`}`;
    expect(await failed(half(3), { reasoning: 'think-tag' })).toEqual({
      'texts without an answer': { count: 3, reason: 'they end inside their reasoning, or are empty' },
    });
    expect(await failed(half(2), { reasoning: 'think-tag' })).toBeUndefined();
  });

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

  it('that end inside their reasoning leave the query unchanged, and are counted', async () => {
    const texts = new Map([
      ['q1', 'hm, could it be'],
      ['q2', 'hm</think> anaemia'],
    ]);
    const { searched, notes } = await rewrite(stored({ reasoning: 'think-tag', texts }));
    expect(searched).toEqual(['swollen toe', 'anaemia']);
    expect(notes).toEqual([
      'texts.jsonl: 1 texts end inside their reasoning or are empty; ' +
        'queries without another text are searched without expansion',
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
    expect(notes).toEqual(['texts.jsonl: no text for 1 queries; they are searched without expansion']);
  });

  it('missing for all queries are those of another task', async () => {
    await expect(rewrite(stored({ texts: new Map([['other', 'x']]) }))).rejects.toThrow(
      'no text for any of the 2 queries',
    );
  });

  it('are averaged with the query by retrievers with vectors, but joined to it for query2doc', async () => {
    const joins = async (change: Partial<StoredTexts>) => {
      const { run } = await storedRewriter(stored(change)).open(corpusOf('k', []), testTools());
      return (await run(queries))[0]!.generated!.map(({ dense }) => dense);
    };
    expect(await joins({ method: 'hyde' })).toEqual(['average']);
    expect(await joins({ method: 'lamer' })).toEqual(['average']);
    expect(await joins({ method: 'query2doc' })).toEqual(['joined']);
    const answered = new Map([['q1', '<answer>gout</answer>']]);
    expect(await joins({ method: 'search-r1', texts: answered })).toEqual(['average']);
    const texts = new Map([['q1', 'hm</think> gout']]);
    expect(await joins({ method: 'query2doc', reasoning: 'think-tag', texts })).toEqual(['average']);
  });

  it('may be several for a query', async () => {
    const texts = new Map([
      ['q1', ['urate crystals', 'bacteria']],
      ['q2', ['iron deficiency']],
    ]);
    const { rewritten } = await rewrite(stored({ texts, searches: 'each' }));
    expect(rewritten.map(({ searches }) => searches)).toEqual(['each', undefined]);
    expect(rewritten[0]!.generated!.map(({ text }) => text)).toEqual(['urate crystals', 'bacteria']);
    expect((await rewrite(stored({ texts }))).searched[0]).toBe('urate crystals bacteria');
  });

  it('are counted over all batches, for the record', async () => {
    const texts = new Map([
      ['q1', ['hm', 'hm</think> gout']],
      ['q2', ['hm', 'hm']],
    ]);
    const writing = storedRewriter(stored({ reasoning: 'think-tag', texts }));
    const runner = await writing.open(corpusOf('k', []), testTools());
    expect(runner.facts).toEqual({ writing: { written: 0, missing: 0, unanswered: 0 } });
    await runner.run(queries.slice(0, 1));
    await runner.run([...queries.slice(1), { id: queryId('q3'), text: 'cold' }]);
    expect(runner.facts).toEqual({
      writing: { written: 1, missing: 1, unanswered: 3 },
      failed: { 'queries without all their stored texts': { count: 1, reason: 'texts.jsonl lacks them' } },
    });
  });

  it('that reach only some of the batches belong to the task all the same', async () => {
    const texts = new Map([['q1', 'gout']]);
    const runner = await storedRewriter(stored({ texts })).open(corpusOf('k', []), testTools());
    await runner.run(queries.slice(0, 1));
    expect((await runner.run(queries.slice(1))).map(lexicalText)).toEqual(['tired']);
  });

  it('are told apart by their hash', () => {
    expect(storedRewriter(stored({ hash: 'a' })).spec).not.toEqual(
      storedRewriter(stored({ hash: 'b' })).spec,
    );
  });
});
