import { afterAll, describe, expect, it } from 'vitest';
import { corpusOf, type Ranked, type Scorer } from '../../src/core/index.js';
import { rerank, scored } from '../../src/search/reranking/index.js';
import { testTools } from '../support/tools.js';

/** How a reranker behaves: the source of `rerank(query, documents)`, so that it can run anywhere. */
export interface RerankBehaviour {
  readonly rerank: string;
  readonly pairwise?: boolean;
  /** It ends when it is asked for the query "last words". */
  readonly dies?: true;
}

export interface OpenedReranker {
  readonly scorer: Scorer;
  /** Lets the time limit of a call pass, once one waits. */
  timeIsUp?(): Promise<void>;
}

const TEXTS = { gout: 'urate', anaemia: 'iron', thyroid: 'hormone' };
const CORPUS = corpusOf(
  'conformance',
  Object.entries(TEXTS).map(([id, text]) => ({ id, text })),
);

const found = (id: string, text = `text of ${id}`, ids = Object.keys(TEXTS)): Ranked => ({
  query: { id, text },
  hits: ids.map((docId, i) => ({ docId, score: 10 - i })),
});

/** What every custom reranker keeps to, however it is reached. */
export const describeCustomReranker = (
  name: string,
  open: (behaviour: RerankBehaviour) => Promise<OpenedReranker>,
  { canDie, canHang }: { readonly canDie: boolean; readonly canHang: boolean },
): void => {
  const opened: Scorer[] = [];
  afterAll(async () => {
    for (const scorer of opened) await scorer.close();
  });
  const start = async (behaviour: RerankBehaviour, tools = testTools()) => {
    const { scorer, timeIsUp } = await open(behaviour);
    opened.push(scorer);
    const runner = await rerank(scored('mine', scorer)).open(CORPUS, tools);
    return { runner, timeIsUp, tools, scorer };
  };
  const orderOf = ({ hits }: Ranked) => hits.map(({ docId }) => docId);
  const reranked = async (behaviour: RerankBehaviour, rankings = [found('q1')], tools = testTools()) => {
    const { runner } = await start(behaviour, tools);
    const ranked = await runner.run(rankings);
    return { orders: ranked.map(orderOf), facts: runner.facts.reranking as Record<string, number>, tools };
  };
  const UNCHANGED = ['gout', 'anaemia', 'thyroid'];

  describe(`${name} is a reranker`, () => {
    it('gets the query and its documents, id and text of each, best first', async () => {
      const given = JSON.stringify([
        { id: 'q1', text: 'text of q1' },
        Object.entries(TEXTS).map(([id, text]) => ({ id, text })),
      ]);
      const { orders } = await reranked({
        rerank: `async (query, documents) => JSON.stringify([query, documents]) === ${JSON.stringify(given)} ? [1, 2, 3] : documents.map(({ id }) => id)`,
      });
      expect(orders).toEqual([['thyroid', 'anaemia', 'gout']]);
    });

    it.each([
      ['scores in the order of the documents', '[1, 3, 2]', ['anaemia', 'thyroid', 'gout']],
      ['ids, best first', `['thyroid', 'gout', 'anaemia']`, ['thyroid', 'gout', 'anaemia']],
      ['some ids: the others stay behind', `['thyroid']`, ['thyroid', 'gout', 'anaemia']],
      ['scores by id', `[['anaemia', 2], ['gout', 1], ['thyroid', 3]]`, ['thyroid', 'anaemia', 'gout']],
      ['objects', `documents.map(({ id }, i) => ({ id, score: i }))`, ['thyroid', 'anaemia', 'gout']],
    ])('may give %s', async (_, answer, order) => {
      const rerank = `async (query, documents) => documents.length < 3 ? documents.map((_, i) => i) : (${answer})`;
      expect((await reranked({ rerank })).orders).toEqual([order]);
    });

    it.each([
      ['too few scores', '[1, 2]'],
      ['a score that is not a number', '[1, 2, Number.NaN]'],
      ['a score beyond 32 bits', '[1, 2, 1e300]'],
      ['a document it was not given', `['thyroid', 'nowhere']`],
      ['a document twice', `['thyroid', 'thyroid']`],
      ['scores for some', `[['thyroid', 1]]`],
      ['nothing', '[]'],
      ['a text', `'thyroid'`],
    ])('%s is no order: the query keeps its first one and the pairs count as failed', async (_, answer) => {
      const rerank = `async (query, documents) => query.id === 'q2' ? (${answer}) : documents.map((_, i) => i)`;
      const { orders, facts, tools } = await reranked({ rerank }, [found('q1'), found('q2'), found('q3')]);
      expect(orders).toEqual([[...UNCHANGED].reverse(), UNCHANGED, [...UNCHANGED].reverse()]);
      expect(facts).toMatchObject({ pairs: 9, failed: 3, unchanged: 1 });
      expect(tools.notes.join()).toContain('query q2: 3 of 3 documents could not be scored');
    });

    it('that fails on one query loses that one only, and says why', async () => {
      const rerank = `async (query, documents) => { if (query.id === 'q2') throw new Error('out of memory'); return documents.map((_, i) => i); }`;
      const { orders, facts, tools } = await reranked({ rerank }, [found('q1'), found('q2'), found('q3')]);
      expect(orders.map((order) => order[0])).toEqual(['thyroid', 'gout', 'thyroid']);
      expect(facts).toMatchObject({ failed: 3, unchanged: 1 });
      expect(tools.notes.join()).toContain('out of memory');
    });

    it('reads two queries of the same words apart', async () => {
      const rerank = `async (query, documents) => documents.map((_, i) => documents.length === 2 ? -i : i)`;
      const { orders } = await reranked({ rerank }, [
        found('q1', 'same', ['gout', 'anaemia']),
        found('q2', 'same'),
      ]);
      expect(orders).toEqual([['gout', 'anaemia'], [...UNCHANGED].reverse()]);
    });

    it('is asked again in another run, unless it says that scores are of pairs alone', async () => {
      const rerank = 'async (query, documents) => documents.map(({ text }) => -text.length)';
      const callsOf = async (pairwise: boolean) => {
        const tools = testTools();
        const calls: number[] = [];
        for (let run = 0; run < 2; run++)
          calls.push((await reranked({ rerank, pairwise }, [found('q1')], tools)).facts.calls!);
        return calls;
      };
      // One call for an order that is known comes before the first that is not cached.
      expect(await callsOf(false)).toEqual([2, 2]);
      expect(await callsOf(true)).toEqual([2, 0]);
    });

    it('is described by plain JSON', async () => {
      const { scorer } = await start({ rerank: 'async () => [1]' });
      expect(JSON.parse(JSON.stringify(scorer.spec))).toEqual(scorer.spec);
    });

    if (canHang)
      it('that never returns leaves the first order when time is up, and counts what failed', async () => {
        const rerank = `async ({ id }, documents) => id[0] === 'q' ? new Promise(() => {}) : documents.map((_, i) => i)`;
        const { runner, timeIsUp, tools } = await start({ rerank });
        await runner.run([found('first')]);
        const running = runner.run([found('q1'), found('q2')]);
        await timeIsUp!();
        expect((await running).map(orderOf)).toEqual([UNCHANGED, UNCHANGED]);
        expect(runner.facts.reranking).toMatchObject({ failed: 6, unchanged: 2 });
        expect(tools.notes.join()).toMatch(/did not return within|gave no answer for/);
      });

    if (canDie)
      it('that dies leaves the first order, and says how it ended', async () => {
        const rerank = `async (query, documents) => documents.map((_, i) => i)`;
        const { runner, tools } = await start({ rerank, dies: true });
        expect((await runner.run([found('q1')])).map(orderOf)).toEqual([[...UNCHANGED].reverse()]);
        expect((await runner.run([found('q2', 'last words'), found('q3')])).map(orderOf)).toEqual([
          UNCHANGED,
          UNCHANGED,
        ]);
        expect(tools.notes.join()).toContain('exited with code 3');
      });
  });
};
