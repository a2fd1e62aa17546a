import type { SparseVector } from '../../../core/index.js';
import type { FoundRows } from '../vectors/index.js';

/** Which rows have a weight in each dimension, and how much: an inverted index. */
export const impactIndexBuilder = (rowCount: number) => {
  const vectors: (SparseVector | undefined)[] = new Array(rowCount);
  return {
    /** Rows in any order, each once. */
    add: (row: number, vector: SparseVector): void => {
      vectors[row] = vector;
    },
    build: () => {
      const placeOf = new Map<number, number>();
      const counts: number[] = [];
      for (const vector of vectors)
        for (const index of vector?.indices ?? []) {
          const place = placeOf.get(index) ?? counts.push(0) - 1;
          placeOf.set(index, place);
          counts[place]!++;
        }
      const starts = new Uint32Array(counts.length + 1);
      for (const [place, count] of counts.entries()) starts[place + 1] = starts[place]! + count;
      const postings = starts[counts.length]!;
      const rows = new Uint32Array(postings);
      const weights = new Float32Array(postings);
      const next = starts.slice();
      for (const [row, vector] of vectors.entries()) {
        if (!vector) continue;
        for (let i = 0; i < vector.indices.length; i++) {
          const at = next[placeOf.get(vector.indices[i]!)!]!++;
          rows[at] = row;
          weights[at] = vector.weights[i]!;
        }
        vectors[row] = undefined;
      }
      const postingsOf = (index: number): readonly [from: number, to: number] => {
        const place = placeOf.get(index);
        return place === undefined ? [0, 0] : [starts[place]!, starts[place + 1]!];
      };
      const sums = new Float64Array(rowCount);
      const touched = new Uint8Array(rowCount);
      /** Dot products with every row that shares a dimension, ascending by row, in doubles rounded to 32-bit floats. */
      const search = (query: SparseVector): FoundRows => {
        sums.fill(0);
        touched.fill(0);
        for (let i = 0; i < query.indices.length; i++) {
          const weight = query.weights[i]!;
          const [from, to] = postingsOf(query.indices[i]!);
          for (let at = from; at < to; at++) {
            sums[rows[at]!]! += weight * weights[at]!;
            touched[rows[at]!] = 1;
          }
        }
        const found = new Uint32Array(rowCount);
        let size = 0;
        for (let row = 0; row < rowCount; row++) if (touched[row]) found[size++] = row;
        const shared = found.slice(0, size);
        const scores = new Float64Array(size);
        for (let i = 0; i < size; i++) scores[i] = Math.fround(sums[shared[i]!]!);
        return { rows: shared, scores };
      };
      return { postings, dimensions: counts.length, search };
    },
  };
};
