/** Rows found for a query (vectors, or distinct texts) in no order, and their scores. */
export interface Found {
  readonly rows: Uint32Array;
  readonly scores: Float64Array;
}

/** The k best of what was found, and what ties with the last of them. */
export const bestOf = ({ rows, scores }: Found, k: number): Found =>
  rows.length <= k ? { rows, scores } : atLeast({ rows, scores }, kthHighest(scores.slice(), k));

const atLeast = ({ rows, scores }: Found, floor: number): Found => {
  const kept = { rows: new Uint32Array(rows.length), scores: new Float64Array(rows.length) };
  let size = 0;
  for (let i = 0; i < rows.length; i++) {
    if (scores[i]! < floor) continue;
    kept.rows[size] = rows[i]!;
    kept.scores[size++] = scores[i]!;
  }
  return { rows: kept.rows.subarray(0, size), scores: kept.scores.subarray(0, size) };
};

/** Hoare's selection; puts the values into another order. */
const kthHighest = (values: Float64Array, k: number): number => {
  let low = 0;
  let high = values.length - 1;
  while (low < high) {
    const pivot = values[(low + high) >> 1]!;
    let i = low;
    let j = high;
    while (i <= j) {
      while (values[i]! > pivot) i++;
      while (values[j]! < pivot) j--;
      if (i > j) break;
      const swapped = values[i]!;
      values[i++] = values[j]!;
      values[j--] = swapped;
    }
    if (k - 1 <= j) high = j;
    else if (k - 1 >= i) low = i;
    else break;
  }
  return values[k - 1]!;
};
