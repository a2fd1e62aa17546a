/** Vectors in sequence. */
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
