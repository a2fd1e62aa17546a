/**
 * The mean of vectors, not scaled to length 1: the reference implementation's (a + b) / 2, by which the longer of two vectors that
 * are not normalised weighs more.
 */
export const meanVector = (vectors: readonly Float32Array[]): Float32Array => {
  const [first, ...others] = vectors;
  if (others.length === 0) return first!;
  return first!.map((value, k) => {
    let sum = value;
    for (const other of others) sum += other[k]!;
    return sum / vectors.length;
  });
};
