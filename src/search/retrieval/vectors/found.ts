/** Rows found for a query (vectors, or distinct texts) in no order, and their scores. */
export interface Found {
  readonly rows: Uint32Array;
  readonly scores: Float64Array;
}

/** The k best of what was found, and what ties with the last of them. `scratch` has room for all scores. */
export const bestOf = (
  { rows, scores }: Found,
  k: number,
  scratch = new Float64Array(scores.length),
): Found => {
  if (rows.length <= k) return { rows: rows.slice(), scores: scores.slice() };
  scratch.set(scores);
  const last = kthHighest(scratch, k);
  let size = 0;
  for (let i = 0; i < scores.length; i++) if (scores[i]! >= last) size++;
  const best = { rows: new Uint32Array(size), scores: new Float64Array(size) };
  for (let i = 0, next = 0; next < size; i++) {
    if (scores[i]! < last) continue;
    best.rows[next] = rows[i]!;
    best.scores[next++] = scores[i]!;
  }
  return best;
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
