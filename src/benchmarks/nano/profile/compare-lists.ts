import {
  type DocId,
  type Hit,
  InputError,
  type QueryId,
  type Task,
  type Tools,
} from '../../../core/index.js';
import { meanOf } from '../../../evaluation/statistics/index.js';
import { type ListProfile, profileList, rankingOf } from './list-profile.js';
import { bm25List } from './source-lists.js';

/** How a stored list differs from the one made here, query by query. */
export interface ListComparison {
  readonly task: string;
  readonly config: string;
  readonly system: string;
  readonly queries: number;
  /** Queries with the same list to the last place. */
  readonly same: number;
  /** Queries whose lists differ only in how documents of equal score are ordered, or which of them are still in. */
  readonly ties: number;
  /** Queries whose stored list our scores do not allow. */
  readonly different: number;
  /** Mean share of the first documents that both lists have, by how many are looked at. */
  readonly overlap: Readonly<Record<10 | 100 | 500, number>>;
  /** The first place at which any two lists differ, from 1. */
  readonly firstDifference?: number;
  /** How far our scores are from allowing the stored order: the largest step up in it, as a share of the score. */
  readonly largestStep: number;
  /** Where that is. */
  readonly worst?: { readonly query: QueryId; readonly rank: number };
  readonly scores: { readonly stored: ListProfile['scores']; readonly computed: ListProfile['scores'] };
}

const DEPTHS = [10, 100, 500] as const;

/**
 * Makes a task's BM25 list again and explains the difference. bm25s leaves open how equal scores are ordered (a partial sort), so a
 * stored list may differ from ours and still be what the same scores give.
 */
export const compareBm25 = async (task: Task, tools: Tools): Promise<ListComparison> => {
  if (!task.candidateConfigs?.includes('bm25') || !task.candidates)
    throw new InputError({
      at: { file: task.folder ?? task.name },
      found: 'no BM25 list to compare with',
      expected: 'a Nano task with a configuration "bm25"',
      fix: 'build the set again: r2med nano build',
    });
  const stored = await task.candidates('bm25');
  // All scores, so that every document of a stored list has one here.
  const { documents } = await task.statistics();
  const computed = await bm25List(task, tools, documents);
  const differences = [...stored].map(([query, ids]) =>
    difference(query, ids, computed.run.get(query) ?? []),
  );
  const worst = differences.reduce((high, each) => (each.step > high.step ? each : high), differences[0]!);
  const firsts = differences.flatMap(({ first }) => (first === undefined ? [] : [first]));
  const count = (kind: Difference['kind']): number => differences.filter((each) => each.kind === kind).length;
  const run = new Map([...stored].map(([query, ids]) => [query, rankingOf(ids)]));
  const storedList = { kind: 'bm25', system: 'stored:bm25', origin: 'stored', run } as const;
  const score = (list: Parameters<typeof profileList>[0]) =>
    profileList(list, task.judgements, task.queries).scores;
  return {
    task: task.name,
    config: 'bm25',
    system: computed.system,
    queries: stored.size,
    same: count('same'),
    ties: count('ties'),
    different: count('different'),
    overlap: Object.fromEntries(
      DEPTHS.map((depth) => [depth, meanOf(differences.map(({ overlap }) => overlap[depth]!))]),
    ) as ListComparison['overlap'],
    ...(firsts.length > 0 && { firstDifference: Math.min(...firsts) }),
    largestStep: worst.step,
    ...(worst.step > 0 && { worst: { query: worst.query, rank: worst.rank } }),
    scores: { stored: score(storedList), computed: score(computed) },
  };
};

type Difference = ReturnType<typeof difference>;

const difference = (query: QueryId, ids: readonly DocId[], ours: readonly Hit[]) => {
  const scores = new Map(ours.map(({ docId, score }) => [docId, score]));
  const first = ids.findIndex((id, place) => ours[place]?.docId !== id);
  const held = new Set(ids);
  const below = ours.find(({ docId }) => !held.has(docId))?.score ?? Number.NEGATIVE_INFINITY;
  const along = [...ids.map((id) => scores.get(id) ?? Number.NEGATIVE_INFINITY), below];
  let step = 0;
  let rank = 0;
  for (let place = 1; place < along.length; place++) {
    const rise = along[place]! > along[place - 1]! ? 1 - along[place - 1]! / along[place]! : 0;
    if (rise > step) [step, rank] = [rise, place + 1];
  }
  return {
    query,
    kind: first < 0 ? ('same' as const) : step > 0 ? ('different' as const) : ('ties' as const),
    overlap: Object.fromEntries(DEPTHS.map((depth) => [depth, overlapAt(ids, ours, depth)])),
    first: first < 0 ? undefined : first + 1,
    /** The largest step up in our scores down the stored list, as a share of the higher score; 0 where they allow it. */
    step,
    rank,
  };
};

const overlapAt = (ids: readonly DocId[], ours: readonly Hit[], depth: number): number => {
  const size = Math.min(depth, ids.length);
  const own = new Set(ours.slice(0, size).map(({ docId }) => docId));
  return size === 0 ? 1 : ids.slice(0, size).filter((id) => own.has(id)).length / size;
};
