/** Where a relevant document is when all documents are ordered by a score. */
export interface Placement {
  readonly score: number;
  /** From 1; documents of equal score share the mean of their ranks. */
  readonly rank: number;
  /** Share of the documents that are not relevant and score higher; equal scores count half. */
  readonly inFront: number;
}

/** One document in a thousand: what few corpora can tell from none, and few readers look beyond. */
export const LEAST_SHARE = 0.001;

/**
 * A share of documents in front on a logarithmic scale: 0 for one in a thousand or fewer, 1/3 for one in a hundred, 2/3 for one in
 * ten, 1 for all. The mean of shares themselves would be decided by the few documents that are far behind.
 */
export const needOf = (inFront: number): number =>
  1 - Math.log(Math.max(inFront, LEAST_SHARE)) / Math.log(LEAST_SHARE);

/** The share of documents in front that a need stands for. */
export const inFrontOf = (need: number): number => LEAST_SHARE ** (1 - need);

/** Places each relevant document among all. Nothing where all documents are relevant. */
export const placements = (scores: ArrayLike<number>, relevant: readonly number[]): readonly Placement[] => {
  const isRelevant = new Set(relevant);
  const others = new Float64Array(scores.length - isRelevant.size);
  for (let document = 0, end = 0; document < scores.length; document++)
    if (!isRelevant.has(document)) others[end++] = scores[document]!;
  if (others.length === 0) return [];
  others.sort();
  const own = Float64Array.from(isRelevant, (document) => scores[document]!).sort();
  return relevant.map((document) => {
    const score = scores[document]!;
    const other = compared(others, score);
    const fellow = compared(own, score);
    return {
      score,
      rank: other.higher + fellow.higher + (other.equal + fellow.equal + 1) / 2,
      inFront: (other.higher + other.equal / 2) / others.length,
    };
  });
};

/** How many of ascending values are higher than this one, and how many equal it. */
const compared = (ascending: Float64Array, value: number): { higher: number; equal: number } => {
  const from = firstWhere(ascending, (other) => other >= value);
  const to = firstWhere(ascending, (other) => other > value);
  return { higher: ascending.length - to, equal: to - from };
};

const firstWhere = (ascending: Float64Array, holds: (value: number) => boolean): number => {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(ascending[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
};
