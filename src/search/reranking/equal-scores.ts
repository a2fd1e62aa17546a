import { byRank, type Hit, type Ranking } from '../../core/index.js';

/** By score, and where scores are equal in the order of the first stage. */
export const inFirstOrder = (moved: readonly Hit[], head: Ranking): Ranking => {
  const placeOf = new Map(head.map(({ docId }, place) => [docId, place]));
  return inThisOrder(
    [...moved].sort(
      (a, b) => Math.fround(b.score) - Math.fround(a.score) || placeOf.get(a.docId)! - placeOf.get(b.docId)!,
    ),
  );
};

/**
 * Hits in the order they have here, whoever sorts them: an evaluator orders equal scores by document id, so a score that would come
 * out before its turn is lowered by the smallest step of a 32-bit float, and those it meets on its way down with it.
 */
export const inThisOrder = (hits: readonly Hit[]): Ranking => {
  const placed: Hit[] = [];
  for (const hit of hits) {
    const before = placed.at(-1);
    placed.push(before && byRank(hit, before) < 0 ? { ...hit, score: justBelow(before.score) } : hit);
  }
  return placed;
};

/** The next smaller number that 32 bits can hold. */
const justBelow = (score: number): number => {
  const float = new Float32Array([score]);
  if (float[0] === 0) return -(2 ** -149);
  const bits = new Int32Array(float.buffer);
  bits[0]! += float[0]! > 0 ? -1 : 1;
  return float[0]!;
};
