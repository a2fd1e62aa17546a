import { afterAll, describe, expect, it } from 'vitest';
import {
  byRank,
  corpusOf,
  type FailedWork,
  InputError,
  type Query,
  type Ranked,
  type Searcher,
} from '../../src/core/index.js';
import { searchSystem } from '../../src/search/retrieval/index.js';
import { testTools } from '../support/tools.js';

/** How a search system behaves: the source of `search(queries, k)`, so that it can run anywhere. */
export interface SearchBehaviour {
  readonly search: string;
  /** It does not answer any more; `opened` lets time pass. */
  readonly hangs?: true;
  /** It ends when it is asked for the query "last words". */
  readonly dies?: true;
}

export interface OpenedSearch {
  readonly searcher: Searcher;
  /** Lets the time limit of a call pass, once one waits. */
  timeIsUp?(): Promise<void>;
}

export interface SearchConformance {
  /** A function in this process cannot die alone. */
  readonly canDie: boolean;
  /** Whether time can be made to pass. */
  readonly canHang: boolean;
}

const CORPUS = corpusOf('conformance', [
  ...['gout', 'anaemia', 'thyroid', 'apnoea'].map((id) => ({ id, text: `about ${id}` })),
]);

const query = (id: string): Query => ({ id, text: `text of ${id}` });

const QUERIES = ['q1', 'q2', 'q3', 'q4', 'q5'].map(query);

const FIXED = `async (queries, k) => queries.map(() => [['gout', 2], ['anaemia', 1]])`;

/** What every search system keeps to, however it is reached. Its test file calls this with a way to open one. */
export const describeSearchSystem = (
  name: string,
  open: (behaviour: SearchBehaviour) => Promise<OpenedSearch>,
  { canDie, canHang }: SearchConformance,
): void => {
  const opened: Searcher[] = [];
  afterAll(async () => {
    for (const searcher of opened) await searcher.close();
  });

  const start = async (behaviour: SearchBehaviour, topK = 3) => {
    const { searcher, timeIsUp } = await open(behaviour);
    opened.push(searcher);
    const tools = testTools();
    const runner = await searchSystem({ searcher, topK }).open(CORPUS, tools);
    return { runner, timeIsUp, tools };
  };
  const searched = async (search: string, queries: readonly Query[] = QUERIES, topK = 3) => {
    const { runner } = await start({ search }, topK);
    const ranked = await runner.run(queries);
    const failed = runner.facts.failed as FailedWork | undefined;
    return { ranked, failed: failed?.['queries without a ranking'], facts: runner.facts };
  };
  /** One query's hits when the system answers it so. */
  const hitsOf = async (list: string, topK = 3) =>
    (await searched(`async (queries) => queries.map(() => (${list}))`, [query('q')], topK)).ranked[0]!.hits;
  const idsOf = ({ hits }: Ranked) => hits.map(({ docId }) => docId);

  describe(`${name} is a search system`, () => {
    it('answers every query, in the order they were asked', async () => {
      const { ranked, failed } = await searched(
        `async (queries) => queries.map(({ id }) => [{ id: id === 'q2' ? 'gout' : 'anaemia', score: 1 }])`,
      );
      expect(ranked.map(({ query: { id } }) => id)).toEqual(['q1', 'q2', 'q3', 'q4', 'q5']);
      expect(ranked.map(idsOf)).toEqual([['anaemia'], ['gout'], ['anaemia'], ['anaemia'], ['anaemia']]);
      expect(failed).toBeUndefined();
    });

    it('gets id and text, what was generated beside them, and nothing that is known of the answer', async () => {
      const gold = { answer: 'gold', body_system: 'gold', doc_id: ['gold'] };
      const told = { ...gold, ...query('q1') };
      const written = {
        method: 'lamer',
        llm: 'm',
        text: 'urate',
        join: 'after-query',
        dense: 'average',
      } as const;
      const says = (expected: string) =>
        `async (queries, k) => queries.map((query) => query.id === 'fever' || JSON.stringify([query, k]) === ${JSON.stringify(expected)}
           ? ['gout'] : [JSON.stringify([query, k])])`;
      const plain = JSON.stringify([{ id: 'q1', text: 'text of q1' }, 3]);
      expect((await searched(says(plain), [told])).failed).toBeUndefined();
      const rewritten = JSON.stringify([
        { id: 'q1', text: 'text of q1 urate', original: 'text of q1', generated: ['urate'] },
        3,
      ]);
      const { failed, ranked } = await searched(says(rewritten), [{ ...told, generated: [written] }]);
      expect(failed).toBeUndefined();
      // The query goes on as it came.
      expect(ranked[0]!.query.generated).toEqual([written]);
    });

    it('may give ids, pairs or objects; ids alone get the scores n to 1', async () => {
      const expected = [
        { docId: 'thyroid', score: 2 },
        { docId: 'gout', score: 1 },
      ];
      expect(await hitsOf(`['thyroid', 'gout']`)).toEqual(expected);
      expect(await hitsOf(`[['thyroid', 2], ['gout', 1]]`)).toEqual(expected);
      expect(await hitsOf(`[{ id: 'thyroid', score: 2 }, { id: 'gout', score: 1 }]`)).toEqual(expected);
      expect(await hitsOf(`[{ id: 'thyroid' }, { id: 'gout' }]`)).toEqual(expected);
      expect(await hitsOf('[]')).toEqual([]);
    });

    it('may give hits in any order: scores decide', async () => {
      const hits = await hitsOf(`[['gout', 1], ['thyroid', 3], ['anaemia', 2]]`);
      expect(hits.map(({ docId }) => docId)).toEqual(['thyroid', 'anaemia', 'gout']);
    });

    it('keeps the k best; of equal scores at the cutoff those it named first', async () => {
      expect(await hitsOf(`['thyroid', 'gout', 'anaemia']`, 2)).toEqual([
        { docId: 'thyroid', score: 2 },
        { docId: 'gout', score: 1 },
      ]);
      const hits = await hitsOf(`[['apnoea', 1], ['gout', 1], ['thyroid', 1], ['anaemia', 5]]`, 3);
      expect(hits.map(({ docId }) => docId)).toEqual(['anaemia', 'gout', 'apnoea']);
    });

    it('has equal scores in the one order of ties, and says how many queries that changed', async () => {
      const { ranked, facts } = await searched(
        `async (queries) => queries.map(({ id }) => id === 'q1' ? [['anaemia', 1], ['gout', 1]] : [['gout', 1], ['anaemia', 1]])`,
      );
      for (const { hits } of ranked) expect(hits).toEqual([...hits].sort(byRank));
      expect(facts.searchSystem).toMatchObject({ reorderedTies: 1 });
    });

    it.each([
      ['a document that the corpus lacks', `['gout', 'nowhere']`, '"nowhere" is not in the corpus'],
      ['a document twice', `['gout', 'thyroid', 'gout']`, '"gout" twice, as hits 1 and 3'],
      ['a score that is not a number', `[['gout', 1], ['thyroid', Number.NaN]]`, '"thyroid") has the score'],
      ['a score beyond 32 bits', `[['gout', 1e300]]`, 'not a finite 32-bit float'],
      ['a score as text', `[['gout', '1']]`, 'the score the text "1"'],
      ['scores for some', `[['gout', 1], 'thyroid']`, 'some hits have a score and some have none'],
      ['a number for an id', `[[7, 1]]`, 'expected "id", ["id", score] or { id, score }'],
      ['another name for the id', `[{ doc: 'gout', score: 1 }]`, 'an object with doc, score'],
      ['no list', `'gout'`, 'not an array'],
      ['null', 'null', 'no ranking and no reason'],
    ])('%s is no ranking: the query fails, with the reason', async (_, list, reason) => {
      const { ranked, failed } = await searched(
        `async (queries) => queries.map(({ id }) => id === 'q2' ? (${list}) : ['thyroid'])`,
      );
      expect(failed).toEqual({ count: 1, reason: expect.stringMatching(/^query q2: /) });
      expect(failed!.reason).toContain(reason);
      expect(ranked.map(({ hits }) => hits.length)).toEqual([1, 0, 1, 1, 1]);
    });

    it.each(['[]', 'queries.flatMap(() => [["gout"], ["gout"]])'])(
      'another number of rankings than queries is none at all: %s',
      async (answer) => {
        const work = searched(`async (queries) => queries[0].id === 'fever' ? [[]] : ${answer}`);
        const outcome = await work.then(
          ({ ranked, failed }) => ({ failed: failed?.count, hits: ranked.flatMap(({ hits }) => hits) }),
          (error: unknown) => error,
        );
        if (outcome instanceof InputError) expect(outcome.message).toContain('one ranking per query');
        else expect(outcome).toEqual({ failed: 5, hits: [] });
      },
    );

    it('that fails on one query loses that one only, and says why', async () => {
      const { ranked, failed } = await searched(
        `async (queries) => queries.map(({ id }) => { if (id === 'q4') throw new Error('no such shard'); return ['gout']; })`,
      );
      expect(failed).toEqual({ count: 1, reason: expect.stringContaining('query q4: ') });
      expect(failed!.reason).toContain('no such shard');
      expect(ranked.map(({ hits }) => hits.length)).toEqual([1, 1, 1, 0, 1]);
    });

    it('that is sound never fails, and is asked in batches', async () => {
      const many = Array.from({ length: 70 }, (_, i) => query(`m${i}`));
      const { ranked, failed, facts } = await searched(FIXED, many);
      expect(failed).toBeUndefined();
      expect(ranked.map(({ hits }) => hits.length)).toEqual(many.map(() => 2));
      expect(facts.searchSystem).toEqual({ calls: 3, cached: 0 });
    });

    it('is described by plain JSON that is the same each time it is opened', async () => {
      const specs = await Promise.all(
        [1, 2].map(async () => {
          const { searcher } = await open({ search: FIXED });
          opened.push(searcher);
          return searchSystem({ searcher }).spec;
        }),
      );
      expect(JSON.parse(JSON.stringify(specs[0]))).toEqual(specs[0]);
    });

    if (canHang)
      it('that never returns fails its queries when time is up', async () => {
        const search = `async (queries) => queries[0].id === 'fever' ? [[]] : new Promise(() => {})`;
        const { runner, timeIsUp } = await start({ search, hangs: true });
        const running = runner.run(QUERIES);
        await timeIsUp!();
        const outcome = await running.then(
          (ranked) => ({
            hits: ranked.flatMap(({ hits }) => hits),
            failed: runner.facts.failed as FailedWork,
          }),
          (error: Error) => error.message,
        );
        if (typeof outcome === 'string') return expect(outcome).toMatch(/no answer within|not answered/);
        const { count, reason } = outcome.failed['queries without a ranking']!;
        expect([count, outcome.hits]).toEqual([5, []]);
        expect(reason).toMatch(/did not return within|gave no answer for|no answer within/);
      });

    if (canDie)
      it('that dies leaves what it did not answer without a ranking, and says how it ended', async () => {
        const search = `async (queries) => queries.map(() => ['gout'])`;
        const { runner } = await start({ search, dies: true });
        expect((await runner.run([query('q1')]))[0]!.hits).toHaveLength(1);
        const outcome = await runner.run([{ id: 'q2', text: 'last words' }, query('q3')]).then(
          () => (runner.facts.failed as FailedWork)['queries without a ranking'],
          (error: Error) => error.message,
        );
        if (typeof outcome === 'string') expect(outcome).toContain('the connection was refused');
        else expect(outcome).toEqual({ count: 2, reason: expect.stringContaining('exited with code 3') });
      });
  });
};
