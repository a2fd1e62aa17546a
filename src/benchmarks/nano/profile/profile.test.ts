import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { testTools } from '../../../../test/support/tools.js';
import {
  corpusOf,
  docId,
  type Hit,
  type Query,
  type QueryId,
  queryId,
  type Task,
} from '../../../core/index.js';
import { openFolder } from '../../../tasks/index.js';
import { compareBm25 } from './compare-lists.js';
import { profileList } from './list-profile.js';
import { type GroupProfile, profileGroup } from './profile-group.js';
import { profileTask, type TaskProfile } from './profile-task.js';
import { sourceLists } from './source-lists.js';

const GOLDEN = fileURLToPath(new URL('../../../../test/golden/nano', import.meta.url));

interface ExpectedTask extends Omit<TaskProfile, 'lists' | 'best'> {
  readonly profiles: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly safeguards: Readonly<Record<string, string>>;
}
const golden = JSON.parse(readFileSync(`${GOLDEN}/profile.json`, 'utf8')) as {
  readonly tasks: readonly ExpectedTask[];
  readonly group: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, number>>>>>>;
};

const CONFIGS = { bm25: 'bm25', dense: 'tiny_vectors', hybrid: 'reranking_hybrid' } as const;

const goldenProfile = async (): Promise<GroupProfile> => {
  const tasks: TaskProfile[] = [];
  for (const { task: split } of golden.tasks) {
    const task = await openFolder(`${GOLDEN}#${split}`);
    tasks.push(await profileTask(task, await sourceLists(task, {}, testTools())));
  }
  return profileGroup(tasks);
};

describe('the profile of a Nano set', () => {
  it.each(golden.tasks)('says of $task what Python says', async (expected) => {
    const task = await openFolder(`${GOLDEN}#${expected.task}`);
    const profile = await profileTask(task, await sourceLists(task, {}, testTools()));
    expect(profile).toMatchObject({
      task: expected.task,
      queries: expected.queries,
      documents: expected.documents,
      positives: expected.positives,
    });
    for (const part of ['min', 'median', 'max'] as const) {
      expect(profile.positivesPerQuery[part]).toBe(expected.positivesPerQuery[part]);
      expect(profile.characters.query[part]).toBe(expected.characters.query[part]);
      expect(profile.characters.document[part]).toBe(expected.characters.document[part]);
    }
    expect(profile.positivesPerQuery.mean).toBeCloseTo(expected.positivesPerQuery.mean, 12);
    expect(profile.characters.document.mean).toBeCloseTo(expected.characters.document.mean, 12);
    for (const { kind, scores, origin, coverage } of profile.lists) {
      expect({ origin, coverage }).toEqual({ origin: 'stored', coverage: 1 });
      for (const [measure, value] of Object.entries(expected.profiles[CONFIGS[kind]]!))
        expect(scores[measure as 'nDCG@10'], `${kind} ${measure}`).toBeCloseTo(value, 12);
    }
    const hybrid = profile.lists.find(({ kind }) => kind === 'hybrid')!;
    expect(hybrid.safeguards).toBe(Object.keys(expected.safeguards).length);
    expect(hybrid.candidates.max).toBe(hybrid.safeguards > 0 ? 101 : 100);
    const highest = Math.max(...Object.values(expected.profiles).map((scores) => scores['nDCG@10']!));
    expect(expected.profiles[CONFIGS[profile.best!]]!['nDCG@10']).toBe(highest);
  });

  it('has both means of the group', async () => {
    const { means, totals } = await goldenProfile();
    expect(means.map(({ kind }) => kind)).toEqual(['bm25', 'dense', 'hybrid']);
    for (const { kind, queryWeighted, taskMean } of means)
      for (const [measure, expected] of Object.entries(golden.group[CONFIGS[kind]]!)) {
        expect(queryWeighted[measure as 'nDCG@10']).toBeCloseTo(expected.queryWeighted!, 12);
        expect(taskMean[measure as 'nDCG@10']).toBeCloseTo(expected.taskMean!, 12);
      }
    expect(totals).toMatchObject({ tasks: 2, queries: 16, documents: 280 });
  });

  it('of a task without lists is made of bm25-hakari', async () => {
    const stored = await openFolder(`${GOLDEN}#${golden.tasks[0]!.task}`);
    const { candidates: _, candidateConfigs: __, ...bare } = stored;
    const lists = await sourceLists(bare, {}, testTools());
    expect(lists.map(({ kind, system, origin }) => [kind, system, origin])).toEqual([
      ['bm25', 'bm25-hakari', 'computed'],
    ]);
    expect([...lists[0]!.run.values()].every(({ length }) => length === 140)).toBe(true);
  });

  it('takes a dense retriever that is named instead of the stored list, and fuses again', async () => {
    const { task: split } = golden.tasks[0]!;
    const task = await openFolder(`${GOLDEN}#${split}`);
    const lists = await sourceLists(
      task,
      { dense: { name: 'reversed', make: async () => reversed(task) } },
      testTools(),
    );
    expect(lists.map(({ system, origin }) => [system, origin])).toEqual([
      ['stored:bm25', 'stored'],
      ['reversed', 'computed'],
      ['rrf(stored:bm25, reversed, k=100, ties=hakari)', 'computed'],
    ]);
    expect([...lists[2]!.run.values()].every(({ length }) => length === 100)).toBe(true);
  });

  it('fuses the stored lists into the stored hybrid, safeguards aside', async () => {
    for (const { task: split } of golden.tasks) {
      const task = await openFolder(`${GOLDEN}#${split}`);
      const { candidateConfigs } = task;
      const two = {
        ...task,
        candidateConfigs: candidateConfigs!.filter((name) => name !== 'reranking_hybrid'),
      };
      const [, , fused] = await sourceLists(two, {}, testTools());
      const stored = await task.candidates!('reranking_hybrid');
      for (const [query, ids] of stored)
        expect(fused!.run.get(query)!.map((hit) => hit.docId)).toEqual(ids.slice(0, 100));
    }
  });
});

const reversed = (task: Task) => ({
  name: 'reversed',
  spec: {},
  open: async () => ({
    run: async (batch: readonly Query[]) => {
      const ids: Hit[] = [];
      for await (const rows of task.corpus.rows())
        for (const { id } of rows) ids.push({ docId: id, score: ids.length });
      return batch.map((query) => ({ query, hits: ids }));
    },
    facts: {},
  }),
});

describe("HAKARI-Bench's rules for a mean", () => {
  const run = (...queries: readonly string[]) =>
    new Map<QueryId, readonly Hit[]>(
      queries.map((id) => [
        queryId(id),
        [
          { docId: docId('b'), score: 1 },
          { docId: docId('a'), score: 1 },
        ],
      ]),
    );
  const judged = (...queries: readonly string[]) =>
    new Map(queries.map((id) => [queryId(id), new Map([[docId('a'), 1]])]));
  const scoresOf = (ranked: ReturnType<typeof run>, judgements: ReturnType<typeof judged>) =>
    profileList(
      { kind: 'bm25', system: 'x', origin: 'stored', run: ranked },
      judgements,
      [...judgements.keys()].map((id) => ({ id })),
    );

  it('equal scores stand by id, ascending', () => {
    expect(scoresOf(run('q'), judged('q')).scores['nDCG@10']).toBe(1);
  });

  it('a query with a list and without judgements scores 0 and counts', () => {
    expect(scoresOf(run('q', 'unjudged'), judged('q')).scores['nDCG@10']).toBe(0.5);
  });

  it('a safeguard is a candidate, but was not found', () => {
    const list = { kind: 'hybrid', system: 'x', origin: 'stored', run: run('q') } as const;
    const profileOf = (source: Parameters<typeof profileList>[0]) =>
      profileList(source, judged('q'), [{ id: queryId('q') }]);
    expect(profileOf(list)).toMatchObject({ safeguards: 0, scores: { 'Hit@10': 1, 'Recall@100': 1 } });
    const guarded = profileOf({ ...list, safeguards: new Set([queryId('q')]) });
    expect([guarded.safeguards, guarded.candidates.max]).toEqual([1, 2]);
    expect(guarded.scores).toEqual({ 'nDCG@10': 0, 'Hit@10': 0, 'MicroRecall@100': 0, 'Recall@100': 0 });
  });

  it('a judged query without a list is not counted, but its positives are still to be found', () => {
    const { scores, coverage } = scoresOf(run('q'), judged('q', 'unlisted'));
    expect(scores).toEqual({ 'nDCG@10': 1, 'Hit@10': 1, 'MicroRecall@100': 0.5, 'Recall@100': 1 });
    expect(coverage).toBe(0.5);
  });
});

it('lists of another task are refused, not scored', async () => {
  const task = await openFolder(`${GOLDEN}#${golden.tasks[0]!.task}`);
  const listing = (query: string, document: string): Task => ({
    ...task,
    candidateConfigs: ['bm25'],
    candidates: async () => new Map([[queryId(query), [docId(document)]]]),
  });
  const { id } = task.queries[0]!;
  await expect(sourceLists(listing('strange', 'x'), {}, testTools())).rejects.toThrow(
    `stored:bm25: query "strange", which ${task.name} does not have`,
  );
  await expect(sourceLists(listing(id, 'x'), {}, testTools())).rejects.toThrow('document "x", which');
});

describe('a stored BM25 list beside ours', () => {
  it.each(golden.tasks)(
    'of bm25s itself differs in $task only among equal scores',
    async ({ task: split }) => {
      const comparison = await compareBm25(await openFolder(`${GOLDEN}#${split}`), testTools());
      expect(comparison).toMatchObject({ different: 0, largestStep: 0 });
      expect(comparison.same + comparison.ties).toBe(comparison.queries);
      expect(comparison.ties).toBeGreaterThan(0);
      expect(comparison.firstDifference).toBeGreaterThan(0);
      expect(comparison.overlap[500]).toBe(1);
    },
  );

  const made = (lists: Readonly<Record<string, readonly string[]>>): Task => {
    const queries = Object.keys(lists).map((id) => ({ id: queryId(id), text: 'gout' }));
    return {
      name: 'T',
      suite: 's',
      revision: 'r',
      contentHash: 'h',
      // Scores for "gout": a, then b, then c and d alike.
      corpus: corpusOf('k', [
        { id: 'a', text: 'gout gout gout' },
        { id: 'b', text: 'gout and the knee' },
        { id: 'c', text: 'a knee' },
        { id: 'd', text: 'an elbow' },
        { id: 'e', text: 'a thumb' },
        { id: 'f', text: 'a finger' },
      ]),
      queries,
      judgements: new Map(queries.map(({ id }) => [id, new Map([[docId('a'), 1]])])),
      labels: new Map(),
      statistics: async () => ({ queries: 1, documents: 6, uniqueDocuments: 6, judgements: 1, notes: [] }),
      about: {},
      candidateConfigs: ['bm25'],
      candidates: async () =>
        new Map(Object.entries(lists).map(([id, ids]) => [queryId(id), ids.map((each) => docId(each))])),
    };
  };

  it('is told apart: the same, another order of equal scores, another order', async () => {
    const task = made({
      same: ['a', 'b', 'c', 'd'],
      ties: ['a', 'b', 'f', 'c'],
      other: ['b', 'a', 'c', 'd'],
    });
    expect(await compareBm25(task, testTools())).toMatchObject({
      queries: 3,
      same: 1,
      ties: 1,
      different: 1,
      firstDifference: 1,
      worst: { query: 'other', rank: 2 },
    });
  });

  it('that lacks a document of a higher score is another list', async () => {
    const comparison = await compareBm25(made({ q: ['a', 'c', 'd'] }), testTools());
    expect(comparison).toMatchObject({ different: 1, worst: { query: 'q', rank: 4 } });
    expect(comparison.overlap[10]).toBeCloseTo(2 / 3, 12);
  });

  it('is asked for in vain of a task without one', async () => {
    const { candidateConfigs: _, ...task } = made({ q: ['a'] });
    await expect(compareBm25(task, testTools())).rejects.toThrow(/no BM25 list to compare with/);
  });
});
