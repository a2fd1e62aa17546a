import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testTools } from '../../../test/support/tools.js';
import { byRank, corpusOf, docId, InputError, queryId, type Ranked, type Ranking } from '../../core/index.js';
import { rerank } from './rerank.js';
import type { Candidates, RerankMethod } from './rerank-method.js';

const IDS = ['a', 'b', 'c', 'd', 'e'];
const corpus = corpusOf('k', [
  ...IDS.map((id) => ({ id, text: `text of ${id}` })),
  { id: 'a', text: 'newer text of a', title: 'A' },
]);
const hits = (...ids: string[]): Ranking => ids.map((id, i) => ({ docId: docId(id), score: 100 - i }));
const ranked = (...ids: string[]): Ranked => ({
  query: { id: queryId('q'), text: 'why?' },
  hits: hits(...ids),
});

/** Scores by a function of the candidate's place; remembers what it saw. */
const byPlace = (scoreOf: (place: number) => number | undefined): RerankMethod & { seen: Candidates[] } => {
  const seen: Candidates[] = [];
  return {
    name: 'by-place',
    spec: { orderer: 'by-place' },
    seen,
    open: async () => ({
      facts: { calls: 1 },
      order: async (batch) => {
        seen.push(...batch);
        return batch.map(({ documents }) => ({
          hits:
            scoreOf(0) === undefined
              ? undefined
              : documents.map(({ docId }, place) => ({ docId, score: scoreOf(place)! })),
        }));
      },
    }),
  };
};

const order = async (method: RerankMethod, options: Parameters<typeof rerank>[1], ...ids: string[]) => {
  const { run } = await rerank(method, options).open(corpus, testTools());
  return (await run([ranked(...ids)]))[0]!.hits;
};
const idsOf = (found: Ranking) => found.map((hit) => hit.docId);

describe('reranking', () => {
  it('puts the head in its new order and keeps the tail behind it', async () => {
    const found = await order(
      byPlace((place) => place),
      { depth: 3 },
      ...IDS,
    );
    expect(idsOf(found)).toEqual(['c', 'b', 'a', 'd', 'e']);
    expect(found.slice(0, 3).map(({ score }) => score)).toEqual([2, 1, 0]);
    expect([...found].sort(byRank)).toEqual(found);
  });

  it('drops the tail as the reference does', async () => {
    const found = await order(
      byPlace((place) => place),
      { depth: 3, tail: 'dropped' },
      ...IDS,
    );
    expect(idsOf(found)).toEqual(['c', 'b', 'a']);
  });

  it('leaves equal scores in the order of the first stage, whoever sorts them, and counts a query of one score', async () => {
    const runner = await rerank(
      byPlace(() => 7),
      { depth: 4 },
    ).open(corpus, testTools());
    const [{ hits: found }] = (await runner.run([ranked(...IDS), ranked('a')])) as [Ranked, Ranked];
    expect(idsOf(found)).toEqual(IDS);
    expect(idsOf([...found].sort(byRank))).toEqual(IDS);
    expect(runner.facts).toMatchObject({ reranking: { ordered: 1, equal: 1, unchanged: 0 } });
  });

  it('explains the step that keeps equal scores in order as a part of its own', async () => {
    const runner = await rerank(
      byPlace(() => 7),
      { depth: 2 },
    ).open(corpus, testTools());
    const { scores } = await runner.explainHits!(ranked('a', 'b'), [{ id: docId('b'), text: '' }], {});
    const { score, parts } = scores.get(docId('b'))!;
    expect(parts.map(({ name }) => name)).toEqual(['by-place', 'equal scores keep the first order']);
    expect(parts[0]!.value).toBe(7);
    expect(parts[0]!.value + parts[1]!.value).toBe(score);
  });

  it('breaks ties by id, descending, as published figures have them, when that is asked', async () => {
    expect(
      idsOf(
        await order(
          byPlace(() => 7),
          { depth: 5, ties: 'id' },
          ...IDS,
        ),
      ),
    ).toEqual(['e', 'd', 'c', 'b', 'a']);
  });

  it('leaves a ranking as it is when nothing can be said, and counts it', async () => {
    const stage = rerank(
      byPlace(() => undefined),
      { depth: 2 },
    );
    const runner = await stage.open(corpus, testTools());
    expect((await runner.run([ranked(...IDS)]))[0]!.hits).toEqual(hits(...IDS));
    expect(await runner.run([ranked()])).toHaveLength(1);
    expect(runner.facts).toEqual({ reranking: { calls: 1, ordered: 1, unchanged: 1, equal: 0 } });
  });

  it('shows the whole text, the last one of a repeated id, and the first score', async () => {
    const method = byPlace((place) => -place);
    await order(method, { depth: 2 }, 'a', 'gone');
    expect(method.seen[0]!.documents).toEqual([
      { docId: 'a', text: 'A\nnewer text of a', score: 100 },
      { docId: 'gone', text: '', score: 99 },
    ]);
  });

  it('refuses an orderer that loses, repeats or invents documents', async () => {
    const giving = (given: Ranking): RerankMethod => ({
      name: 'broken',
      spec: {},
      open: async () => ({ facts: {}, order: async () => [{ hits: given }] }),
    });
    for (const given of [hits('a'), hits('a', 'a'), hits('a', 'x')])
      await expect(order(giving(given), { depth: 2 }, 'a', 'b')).rejects.toThrow('broken gave');
  });

  it('lets an orderer that says so leave documents out: they go the way of the tail', async () => {
    const short: RerankMethod = {
      name: 'short',
      spec: {},
      open: async () => ({ facts: {}, order: async () => [{ hits: hits('c', 'a'), short: true }] }),
    };
    expect(idsOf(await order(short, { depth: 4, tail: 'dropped' }, ...IDS))).toEqual(['c', 'a']);
    const kept = await order(short, { depth: 4 }, ...IDS);
    expect(idsOf(kept)).toEqual(['c', 'a', 'b', 'd', 'e']);
    expect([...kept].sort(byRank)).toEqual(kept);
    await expect(order(short, { depth: 2 }, ...IDS)).rejects.toThrow('short gave');
  });

  it('gives the same documents whatever the order, for any scores', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.float({ noNaN: true, min: -(2 ** 100), max: 2 ** 100 }), { minLength: 5, maxLength: 5 }),
        fc.integer({ min: 1, max: 8 }),
        async (scores, depth) => {
          const found = await order(
            byPlace((place) => scores[place]!),
            { depth },
            ...IDS,
          );
          expect(new Set(idsOf(found))).toEqual(new Set(IDS));
          expect([...found].sort(byRank)).toEqual(found);
        },
      ),
    );
  });

  it('is named after its orderer and depth, and refuses a depth that is none', () => {
    expect(
      rerank(
        byPlace(() => 0),
        { depth: 100 },
      ).name,
    ).toBe('by-place(100)');
    expect(rerank({ ...byPlace(() => 0), name: 'listwise(gpt4)' }).name).toBe('listwise(gpt4, 10)');
    expect(rerank(byPlace(() => 0)).spec).toEqual({
      stage: 'rerank',
      depth: 10,
      tail: 'kept',
      ties: 'first-stage',
      orderer: { orderer: 'by-place' },
    });
    for (const depth of [0, -1, 1.5, Number.NaN])
      expect(() =>
        rerank(
          byPlace(() => 0),
          { depth },
        ),
      ).toThrow(InputError);
  });
});
