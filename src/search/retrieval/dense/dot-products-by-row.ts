import { rowDots } from '../kernels/index.js';
import { type Matrix, rowsFrom } from './matrix.js';
import type { VectorRows } from './vector-rows.js';

/** For each query, dot products in doubles with the rows it wants, in their order. */
export type DotProductsByRow = (
  queries: Matrix,
  rows: readonly Uint32Array[],
) => Promise<readonly Float64Array[]>;

/** Row by row, so that each is fetched from memory or disk once for all queries that want it. */
export const dotProductsByRow = (vectors: VectorRows, mostQueries: number): DotProductsByRow => {
  const dots = rowDots(vectors.dimensions, mostQueries);
  return async (queries, rows) => {
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
