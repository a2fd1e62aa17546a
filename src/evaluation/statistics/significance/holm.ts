/**
 * p-values corrected for how many there are (Holm 1979): the smallest times m, the next times m − 1, and so on, none below
 * one before it and none above 1. Rejecting those below 0.05 is wrong anywhere in the family with a chance of 5 % at most.
 */
export const holm = (ps: readonly number[]): readonly number[] => {
  const order = ps.map((_, i) => i).sort((i, j) => ps[i]! - ps[j]!);
  const corrected = new Array<number>(ps.length);
  let highest = 0;
  order.forEach((place, rank) => {
    highest = Math.min(1, Math.max(highest, ps[place]! * (ps.length - rank)));
    corrected[place] = highest;
  });
  return corrected;
};
