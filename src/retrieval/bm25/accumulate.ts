/**
 * The inner loops of a search. They take two postings at a time, which V8 runs a third faster than one; a term has a
 * row at most once, so the two never meet.
 */

/** Adds `factor` times the values to the sums of their rows, rounding product and sum to float32. */
export const addProducts = (
  sums: Float32Array,
  rows: Uint32Array,
  values: Float32Array,
  factor: number,
): void => {
  let p = 0;
  for (const last = rows.length - 1; p < last; p += 2) {
    const row = rows[p]!;
    const next = rows[p + 1]!;
    const product = Math.fround(values[p]! * factor);
    const nextProduct = Math.fround(values[p + 1]! * factor);
    sums[row]! += product;
    sums[next]! += nextProduct;
  }
  if (p < rows.length) sums[rows[p]!]! += Math.fround(values[p]! * factor);
};

/** Adds the values to the sums of their rows, in the precision of the sums. */
export const addValues = (
  sums: Float32Array | Float64Array,
  rows: Uint32Array,
  values: Float32Array,
): void => {
  let p = 0;
  for (const last = rows.length - 1; p < last; p += 2) {
    const row = rows[p]!;
    const next = rows[p + 1]!;
    sums[row]! += values[p]!;
    sums[next]! += values[p + 1]!;
  }
  if (p < rows.length) sums[rows[p]!]! += values[p]!;
};
