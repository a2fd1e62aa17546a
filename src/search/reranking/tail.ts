/**
 * `count` falling scores that all stay below the given ones and apart from each other as 32-bit floats, which is what
 * trec_eval compares. The steps are as large as the lowest score needs: compared with 1e9 a step of 1 would vanish.
 */
export const belowAll = (scores: readonly number[], count: number): readonly number[] => {
  const lowest = scores.reduce((least, score) => Math.min(least, score), Number.POSITIVE_INFINITY);
  const from = Number.isFinite(lowest) ? Math.fround(lowest) : 0;
  const step = Math.max(1, 2 ** (Math.ceil(Math.log2(Math.abs(from) + count + 1)) - 22));
  return Array.from({ length: count }, (_, i) => from - (i + 1) * step);
};
