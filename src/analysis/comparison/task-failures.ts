import type { Task } from '../../core/index.js';
import type { Result } from '../../experiment/record/index.js';
import { bestRank, type FailureKind, failureKindOf, failureKinds } from '../failures/index.js';
import { termOverlaps } from './term-overlaps.js';

/** How the queries of a task came out in a system. */
export interface TaskFailures {
  readonly system: string;
  /** Queries with relevant documents. */
  readonly queries: number;
  readonly counts: Readonly<Record<FailureKind, number>>;
  /** In the order of the record. */
  readonly failures: readonly {
    readonly query: string;
    readonly kind: FailureKind;
    /** Rank of the best relevant document; null where none was returned. */
    readonly best: number | null;
    /** The same before reranking, where `first` was given. */
    readonly before?: number | null;
  }[];
}

/** Counts the kinds of failure of results on one task. `first` is the result of the system before the reranker, if there is one. */
export const taskFailures = async (
  task: Task,
  results: readonly { readonly result: Result; readonly first?: Result }[],
  cutoff: number,
): Promise<readonly TaskFailures[]> => {
  const relevant = new Map(
    results.flatMap(({ result }) => result.queries.map(({ id, ranks }) => [id, Object.keys(ranks)] as const)),
  );
  const shares = await termOverlaps(task, relevant);
  return results.map(({ result, first }) => {
    const before = new Map(first?.queries.map(({ id, ranks }) => [id, bestRank(ranks)]));
    const outcomes = result.queries
      .filter(({ ranks }) => Object.keys(ranks).length > 0)
      .map(({ id, ranks, hits }) => {
        const earlier = before.get(id);
        const of = { best: bestRank(ranks), ...(earlier !== undefined && { before: earlier }) };
        const kind = failureKindOf({ ...of, hits, sharesWords: shares.get(id)! > 0 }, cutoff);
        return { query: id, kind, ...of };
      });
    const count = (kind: string): number => outcomes.filter((each) => each.kind === kind).length;
    return {
      system: result.record.name,
      queries: outcomes.length,
      counts: Object.fromEntries(
        Object.keys(failureKinds).map((kind) => [kind, count(kind)]),
      ) as TaskFailures['counts'],
      failures: outcomes.filter(({ kind }) => kind !== 'found'),
    };
  });
};
