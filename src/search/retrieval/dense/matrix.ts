import { rowDots } from '../kernels/index.js';

export interface Matrix {
  readonly rows: number;
  readonly dimensions: number;
  readonly data: Float32Array;
}

/** A part of the rows, without a copy. */
export const rowsFrom = ({ dimensions, data }: Matrix, from: number, to: number): Matrix => ({
  rows: to - from,
  dimensions,
  data: data.subarray(from * dimensions, to * dimensions),
});

export const stacked = (vectors: readonly Float32Array[], dimensions: number): Matrix => {
  const data = new Float32Array(vectors.length * dimensions);
  for (const [row, vector] of vectors.entries()) data.set(vector, row * dimensions);
  return { rows: vectors.length, dimensions, data };
};

/** What torch.nn.functional.normalize divides by at least, so that a vector of zeros has cosine 0 with everything. */
const LEAST_NORM = 1e-12;

/** What a vector is divided by to have length 1, in doubles; NaN or infinite if one of its numbers is. */
export const normReader = (dimensions: number): ((vector: Float32Array) => number) => {
  const dots = rowDots(dimensions, 1);
  return (vector) => {
    dots.hold(0, vector);
    dots.take(vector);
    const norm = Math.sqrt(dots.with(0));
    return norm < LEAST_NORM ? LEAST_NORM : norm;
  };
};

export const normsOf = (matrix: Matrix, normOf = normReader(matrix.dimensions)): Float64Array =>
  new Float64Array(matrix.rows).map((_, row) => normOf(rowsFrom(matrix, row, row + 1).data));
