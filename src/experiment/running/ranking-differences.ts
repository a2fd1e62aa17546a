import type { DocId, QueryId, Ranking, Run } from '../../core/index.js';

/** A query whose hits are others than they were. */
export interface DifferingQuery {
  readonly query: QueryId;
  /** The first rank, from 1, at which another document is; null where only scores differ. */
  readonly rank: number | null;
  readonly earlier: DocId | null;
  readonly now: DocId | null;
  /** The largest difference of a document's scores, as a share of the largest score. */
  readonly scores: number;
  /** Whether all of it is within the tolerance: scores are near, and only hits with near scores changed places. */
  readonly within: boolean;
}

/** The queries of two runs whose rankings are not the same, in the order of the earlier run. */
export const rankingDifferences = (earlier: Run, now: Run, tolerance: number): readonly DifferingQuery[] =>
  [...new Set([...earlier.keys(), ...now.keys()])].flatMap((query) => {
    const differing = compared(earlier.get(query) ?? [], now.get(query) ?? [], tolerance);
    return differing ? [{ query, ...differing }] : [];
  });

const compared = (
  earlier: Ranking,
  now: Ranking,
  tolerance: number,
): Omit<DifferingQuery, 'query'> | undefined => {
  const before = new Map(earlier.map(({ docId, score }) => [docId, score]));
  const largest = Math.max(0, ...[...earlier, ...now].map(({ score }) => Math.abs(score))) || 1;
  const apart = (a: number, b: number): number => Math.abs(Math.fround(a) - Math.fround(b)) / largest;
  const scores = Math.max(
    0,
    ...now.flatMap(({ docId, score }) => (before.has(docId) ? [apart(before.get(docId)!, score)] : [])),
  );
  const length = Math.max(earlier.length, now.length);
  const places = Array.from({ length }, (_, i) => i).filter((i) => earlier[i]?.docId !== now[i]?.docId);
  if (places.length === 0 && scores === 0) return undefined;
  const first = places[0];
  // Both hits may have moved by the tolerance, towards each other. One that is new has not been above the last of the earlier list.
  const swapped = places.every(
    (i) =>
      earlier[i] !== undefined &&
      now[i] !== undefined &&
      apart(earlier[i].score, before.get(now[i].docId) ?? now[i].score) <= 2 * tolerance,
  );
  return {
    rank: first === undefined ? null : first + 1,
    earlier: first === undefined ? null : (earlier[first]?.docId ?? null),
    now: first === undefined ? null : (now[first]?.docId ?? null),
    scores,
    within: scores <= tolerance && swapped,
  };
};
