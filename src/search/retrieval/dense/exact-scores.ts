import { rowDots } from '../kernels/index.js';
import { type Matrix, normReader, normsOf, rowsFrom, stacked } from './matrix.js';
import { BLOCK_QUERIES } from './row-search.js';
import { inMemory, type VectorRows } from './vector-rows.js';

/** How two vectors are compared. */
export type Similarity = 'cosine' | 'dot';

/** Vectors, and what each is divided by to have length 1. */
export interface MeasuredVectors {
  readonly vectors: VectorRows;
  readonly norms: Float64Array;
}

/** Scores in doubles; one call ends before the next begins. */
export const exactScores = (
  { vectors, norms }: MeasuredVectors,
  similarity: Similarity,
  mostQueries = BLOCK_QUERIES,
) => {
  const productsOf = dotProductsByRow(vectors, mostQueries);
  const cosine = similarity === 'cosine';
  return {
    /** For each query its scores with the rows it wants, in their order, before they are divided by the query's length for cosine. */
    of: async (queries: Matrix, rows: readonly Uint32Array[]): Promise<readonly Float64Array[]> => {
      const products = await productsOf(queries, rows);
      if (cosine)
        for (const [query, own] of products.entries())
          for (let i = 0; i < own.length; i++) own[i]! /= norms[rows[query]![i]!]!;
      return products;
    },
    /** Scores as records have them: divided by the query's length for cosine, and rounded to 32-bit floats. */
    rounded: (scores: Float64Array, queryNorm: number): Float64Array => {
      const divisor = cosine ? queryNorm : 1;
      for (let i = 0; i < scores.length; i++) scores[i] = Math.fround(scores[i]! / divisor);
      return scores;
    },
  };
};

/** Scores of some vectors as exact search gives them to the first 100: in doubles, rounded to 32-bit floats. */
export const scoreVectors = async (
  query: Float32Array,
  vectors: readonly Float32Array[],
  similarity: Similarity,
): Promise<Float64Array> => {
  const dimensions = query.length;
  const normOf = normReader(dimensions);
  const matrix = stacked(vectors, dimensions);
  const exact = exactScores({ vectors: inMemory(matrix), norms: normsOf(matrix, normOf) }, similarity, 1);
  const rows = Uint32Array.from(vectors.keys());
  const [scores] = await exact.of({ rows: 1, dimensions, data: query }, [rows]);
  return exact.rounded(scores!, normOf(query));
};

/** Dot products in doubles with the rows that each query wants. Row by row, so that each is fetched from memory or disk once for all queries that want it. */
const dotProductsByRow = (vectors: VectorRows, mostQueries: number) => {
  const dots = rowDots(vectors.dimensions, mostQueries);
  return async (queries: Matrix, rows: readonly Uint32Array[]): Promise<readonly Float64Array[]> => {
    if (rows.every((own) => own.length === 0)) return rows.map(() => new Float64Array());
    const products = rows.map((own) => new Float64Array(own.length));
    const { wanted, starts, wanting, places } = wantedByRow(rows, vectors.rows);
    for (let query = 0; query < queries.rows; query++)
      dots.hold(query, rowsFrom(queries, query, query + 1).data);
    await vectors.each(wanted, (vector, i) => {
      dots.take(vector);
      const row = wanted[i]!;
      for (let at = starts[row]!; at < starts[row + 1]!; at++)
        products[wanting[at]!]![places[at]!] = dots.with(wanting[at]!);
    });
    return products;
  };
};

/** Which rows are wanted, who wants each, and where in their lists it is; row r's are those from `starts[r]` to `starts[r + 1]`. */
const wantedByRow = (rows: readonly Uint32Array[], rowCount: number) => {
  const starts = new Uint32Array(rowCount + 1);
  for (const own of rows) for (let i = 0; i < own.length; i++) starts[own[i]! + 1]!++;
  let distinct = 0;
  for (let row = 0; row < rowCount; row++) {
    if (starts[row + 1]! > 0) distinct++;
    starts[row + 1]! += starts[row]!;
  }
  const wanted = new Uint32Array(distinct);
  for (let row = 0, next = 0; next < distinct; row++)
    if (starts[row]! < starts[row + 1]!) wanted[next++] = row;
  const wanting = new Uint32Array(starts[rowCount]!);
  const places = new Uint32Array(wanting.length);
  const next = starts.slice();
  for (const [query, own] of rows.entries())
    for (let place = 0; place < own.length; place++) {
      const at = next[own[place]!]!++;
      wanting[at] = query;
      places[at] = place;
    }
  return { wanted, starts, wanting, places };
};
