/** Persistence of rank-biased overlap: at 0.9, the first ten ranks have 86 % of the weight. */
const PERSISTENCE = 0.9;

/** The share of the first k places that both lists fill with the same documents; of shorter lists, of the places of the longer one. */
export const overlapOfTop = (a: readonly string[], b: readonly string[], k: number): number => {
  const [topA, topB] = [new Set(a.slice(0, k)), new Set(b.slice(0, k))];
  const places = Math.max(topA.size, topB.size);
  return places === 0 ? 1 : [...topA].filter((id) => topB.has(id)).length / places;
};

/**
 * Rank-biased overlap of two lists, extrapolated (Webber, Moffat, Zobel, TOIS 28(4), 2010, eq. 32): 1 for the same order, 0 where they share
 * nothing; the first ranks weigh most. Two empty lists agree.
 */
export const rankBiasedOverlap = (a: readonly string[], b: readonly string[], p = PERSISTENCE): number => {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length === 0) return 1;
  if (short.length === 0) return 0;
  const [seenShort, seenLong] = [new Set<string>(), new Set<string>()];
  let [common, sharedShort, sum] = [0, 0, 0];
  for (let depth = 1; depth <= long.length; depth++) {
    const [one, other] = [short[depth - 1], long[depth - 1]!];
    if (one !== undefined) seenShort.add(one);
    seenLong.add(other);
    if (one === other) common++;
    else common += Number(one !== undefined && seenLong.has(one)) + Number(seenShort.has(other));
    if (depth === short.length) sharedShort = common;
    const beyond = Math.max(depth - short.length, 0);
    sum += ((common + (sharedShort * beyond) / short.length) / depth) * p ** depth;
  }
  const rest = (common - sharedShort) / long.length + sharedShort / short.length;
  return ((1 - p) / p) * sum + rest * p ** long.length;
};
