/**
 * The inner loops of a search. They take four postings at a time, which V8 runs much faster than one; a term has a row
 * at most once, so the four never meet.
 */

/** Adds `factor` times the values to the sums of their rows, rounding product and sum to float32. */
export const addProducts = (
  sums: Float32Array,
  rows: Uint32Array,
  values: Float32Array,
  factor: number,
): void => {
  let p = 0;
  for (const last = rows.length - 3; p < last; p += 4) {
    const row0 = rows[p]!;
    const row1 = rows[p + 1]!;
    const row2 = rows[p + 2]!;
    const row3 = rows[p + 3]!;
    const product0 = Math.fround(values[p]! * factor);
    const product1 = Math.fround(values[p + 1]! * factor);
    const product2 = Math.fround(values[p + 2]! * factor);
    const product3 = Math.fround(values[p + 3]! * factor);
    sums[row0]! += product0;
    sums[row1]! += product1;
    sums[row2]! += product2;
    sums[row3]! += product3;
  }
  for (; p < rows.length; p++) sums[rows[p]!]! += Math.fround(values[p]! * factor);
};

/** Adds the values to the sums of their rows, in the precision of the sums. */
export const addValues = (
  sums: Float32Array | Float64Array,
  rows: Uint32Array,
  values: Float32Array,
): void => {
  let p = 0;
  for (const last = rows.length - 3; p < last; p += 4) {
    const row0 = rows[p]!;
    const row1 = rows[p + 1]!;
    const row2 = rows[p + 2]!;
    const row3 = rows[p + 3]!;
    sums[row0]! += values[p]!;
    sums[row1]! += values[p + 1]!;
    sums[row2]! += values[p + 2]!;
    sums[row3]! += values[p + 3]!;
  }
  for (; p < rows.length; p++) sums[rows[p]!]! += values[p]!;
};
