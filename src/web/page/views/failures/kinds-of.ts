import { type FailureKind, failureKindOf, failureKinds } from '../../../../analysis/failures/index.js';
import type { OutcomeQuery, SystemOutcomes, TaskOutcomes } from '../../../page-data/index.js';

/** Kinds in the order in which they are shown. */
export const KINDS = Object.keys(failureKinds) as readonly FailureKind[];

/** A query as it came out in a system. */
export interface Outcome {
  readonly query: OutcomeQuery;
  readonly kind: FailureKind;
  /** Rank of its best relevant document; null where none was returned. */
  readonly best: number | null;
  /** The same before reranking, where it is known. */
  readonly before?: number | null;
}

/** How every query came out that a system has and that has relevant documents. */
export const outcomesOf = (
  { queries }: Pick<TaskOutcomes, 'queries'>,
  { best, first }: Pick<SystemOutcomes, 'best' | 'first'>,
  cutoff: number,
): readonly Outcome[] =>
  queries.flatMap((query, i): readonly Outcome[] => {
    const rank = best[i];
    if (rank == null || query.relevant === 0) return [];
    const before = first?.best?.[i];
    const outcome = {
      best: rank > 0 ? rank : null,
      ...(before != null && { before: before > 0 ? before : null }),
    };
    const { sharesWords } = query;
    const facts = { ...outcome, hits: rank < 0 ? 0 : 1, ...(sharesWords !== undefined && { sharesWords }) };
    return [{ query, kind: failureKindOf(facts, cutoff), ...outcome }];
  });

export const countKinds = (outcomes: readonly Outcome[]): Readonly<Record<FailureKind, number>> => {
  const counts = Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Record<FailureKind, number>;
  for (const { kind } of outcomes) counts[kind] += 1;
  return counts;
};
