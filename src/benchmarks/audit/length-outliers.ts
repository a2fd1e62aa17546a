/**
 * Beyond how many interquartile ranges and how many times a quartile a length is an outlier, and from how many texts
 * quartiles mean something. Where lengths hardly differ, ranges alone would make outliers of many.
 */
const OUTLIER = { ranges: 3, times: 4, texts: 20 } as const;

/** Shortest and longest usual length, in characters; undefined for too few texts. */
export const usualLengths = (
  lengths: readonly number[],
): { readonly shortest: number; readonly longest: number } | undefined => {
  if (lengths.length < OUTLIER.texts) return undefined;
  const sorted = Float64Array.from(lengths, Math.log).sort();
  const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))]!;
  const [low, high] = [at(0.25), at(0.75)];
  const range = Math.max(OUTLIER.ranges * (high - low), Math.log(OUTLIER.times));
  return { shortest: Math.exp(low - range), longest: Math.exp(high + range) };
};

/** The rule in words, for definitions. */
export const OUTLIER_RULE = `the logarithm of the length in characters is more than ${OUTLIER.ranges} interquartile ranges above the third or below the first quartile, and the length more than ${OUTLIER.times} times or less than a quarter of that quartile. Empty texts are left out; fewer than ${OUTLIER.texts} texts have no quartiles to speak of`;

/** Why the rule does not answer. */
export const TOO_FEW = `fewer than ${OUTLIER.texts} texts`;

/** "46,635 characters; usual are 210 to 4,800". */
export const lengthText = (
  length: number,
  { shortest, longest }: { readonly shortest: number; readonly longest: number },
): string =>
  `${count(length)} characters; usual are ${count(Math.ceil(shortest))} to ${count(Math.floor(longest))}`;

const count = (value: number): string => value.toLocaleString('en');
