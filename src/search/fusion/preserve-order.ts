import { byRank, type Hit, type Ranking } from '../../core/index.js';

/**
 * A list made by another rule than `byRank`, with scores that print it in its own order: where `byRank` would put a hit
 * before the one above it, the hit's score goes down to the next 32-bit float below that one's.
 */
export const preserveOrder = (hits: readonly Hit[]): Ranking => {
  const kept: Hit[] = [];
  for (const { docId, score } of hits) {
    const above = kept.at(-1);
    const fits = !above || byRank(above, { docId, score }) < 0;
    kept.push({ docId, score: fits ? score : nextBelow(above.score) });
  }
  return kept;
};

/** The largest 32-bit float below the one that `value` rounds to. */
const nextBelow = (value: number): number => {
  const float = new Float32Array([value]);
  if (float[0] === 0) return -(2 ** -149);
  // The bits of floats of one sign, read as a whole number, grow with their size.
  const bits = new Int32Array(float.buffer);
  bits[0]! += float[0]! > 0 ? -1 : 1;
  return float[0]!;
};
