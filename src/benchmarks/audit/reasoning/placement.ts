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

/** Places each relevant document among all that are not excluded. Nothing where all of these are relevant. */
export const placements = (
  scores: ArrayLike<number>,
  relevant: readonly number[],
  excluded: readonly number[] = [],
): readonly Placement[] => {
  const others = scores.length - relevant.length - excluded.length;
  if (others === 0) return [];
  const own = relevant.map((document) => scores[document]!);
  const out = excluded.map((document) => scores[document]!);
  return own.map((score) => {
    const [everything, left] = [compared(scores, score), compared(out, score)];
    const all = { higher: everything.higher - left.higher, equal: everything.equal - left.equal };
    const fellow = compared(own, score);
    return {
      score,
      rank: all.higher + (all.equal + 1) / 2,
      inFront: (all.higher - fellow.higher + (all.equal - fellow.equal) / 2) / others,
    };
  });
};

const compared = (scores: ArrayLike<number>, score: number): { higher: number; equal: number } => {
  let higher = 0;
  let equal = 0;
  for (let i = 0; i < scores.length; i++) {
    if (scores[i]! > score) higher++;
    else if (scores[i] === score) equal++;
  }
  return { higher, equal };
};
