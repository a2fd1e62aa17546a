/** Rows found for a query (vectors, or distinct texts) in no order, and their scores. */
export interface Found {
  readonly rows: Uint32Array;
  readonly scores: Float64Array;
}

/** The k best of what was found, and what ties with the last of them. */
export const bestOf = ({ rows, scores }: Found, k: number): Found => {
  if (rows.length <= k) return { rows, scores };
  const last = kthHighest(scores.slice(), k);
  return { rows: rows.filter((_, i) => scores[i]! >= last), scores: scores.filter((score) => score >= last) };
};

/** Hoare's selection; puts the values into another order. */
export const kthHighest = (values: Float64Array, k: number): number => {
  let [low, high] = [0, values.length - 1];
  while (low < high) {
    const pivot = values[(low + high) >> 1]!;
    let [i, j] = [low, high];
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
