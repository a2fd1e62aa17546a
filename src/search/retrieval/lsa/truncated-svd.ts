import { random } from '../../../core/index.js';
import { symmetricEigen } from './symmetric-eigen.js';

/** A sparse matrix by rows: the entries of row i are at `starts[i] … starts[i + 1]`. */
export interface SparseRows {
  readonly rows: number;
  readonly columns: number;
  readonly starts: Int32Array | Float64Array;
  readonly indices: Int32Array;
  readonly values: Float32Array;
}

interface Dense {
  readonly rows: number;
  readonly width: number;
  readonly data: Float64Array;
}

export interface TruncatedSvd {
  readonly rank: number;
  /** Descending, `rank` of them. */
  readonly singular: Float64Array;
  /** Left singular vectors, row-major `rows × rank`. */
  readonly left: Float64Array;
  /** Right singular vectors, row-major `columns × rank`. */
  readonly right: Float64Array;
}

/** Extra directions that keep the wanted ones accurate, and power steps that separate close values (Halko et al. 2011). */
const OVERSAMPLING = 10;
const POWER_STEPS = 3;
const SEED = 1;

/** Directions weaker than this share of the strongest are rounding noise. */
const NEGLIGIBLE = 1e-10;

/** How many directions are worked with to find `rank` of them. */
export const workingWidth = ({ rows, columns }: SparseRows, rank: number): number =>
  Math.min(rank + OVERSAMPLING, rows, columns);

/** Waits between two steps of long work, which took and will take about so many multiplications. */
export type BetweenSteps = (done: number, total: number) => Promise<void>;

/** The strongest singular directions of a sparse matrix, by randomised subspace iteration; the same for the same matrix. */
export const truncatedSvd = async (
  matrix: SparseRows,
  rank: number,
  between: BetweenSteps = async () => {},
): Promise<TruncatedSvd> => {
  const width = workingWidth(matrix, rank);
  const product = matrix.values.length * width;
  const turning = (rows: number): number => 1.5 * rows * width ** 2;
  const [byRows, byColumns] = [product + turning(matrix.rows), product + turning(matrix.columns)];
  const last = turning(matrix.columns) + (2 / 3) * turning(matrix.rows);
  const total = (POWER_STEPS + 1) * byRows + POWER_STEPS * byColumns + turning(matrix.rows) + product + last;
  let done = 0;
  const step = async <T>(work: () => T, cost: number): Promise<T> => {
    await between(done, total);
    done += cost;
    return work();
  };
  const start = gaussian(matrix.columns, width);
  let basis = await step(() => orthonormal(times(matrix, start)), byRows);
  for (let power = 0; power < POWER_STEPS; power++) {
    const turned = await step(() => orthonormal(transposedTimes(matrix, basis)), byColumns);
    basis = await step(() => orthonormal(times(matrix, turned)), byRows);
  }
  basis = await step(() => orthonormal(basis), turning(matrix.rows));
  const projected = await step(() => transposedTimes(matrix, basis), product);
  return step(() => directions(basis, projected, rank), last);
};

/** The basis spans the left side: A ≈ basis · projectedᵀ, and `vectors` diagonalises projectedᵀ · projected. */
const directions = (basis: Dense, projected: Dense, rank: number): TruncatedSvd => {
  const { values, vectors } = symmetricEigen(gram(projected), projected.width);
  const strongest = values[0] ?? 0;
  const kept = Math.min(
    rank,
    values.filter((value) => value > strongest * NEGLIGIBLE ** 2 && value > 0).length,
  );
  const singular = Float64Array.from({ length: kept }, (_, j) => Math.sqrt(values[j]!));
  const left = combine(basis, vectors, kept, () => 1);
  const right = combine(projected, vectors, kept, (j) => 1 / singular[j]!);
  return { rank: kept, singular, left: left.data, right: right.data };
};

const gaussian = (rows: number, width: number): Dense => {
  const uniform = random(SEED);
  const data = new Float64Array(rows * width);
  for (let i = 0; i < data.length; i++) {
    const radius = Math.sqrt(-2 * Math.log(1 - uniform()));
    data[i] = radius * Math.cos(2 * Math.PI * uniform());
  }
  return { rows, width, data };
};

const times = (a: SparseRows, b: Dense): Dense => {
  const { width } = b;
  const data = new Float64Array(a.rows * width);
  for (let i = 0; i < a.rows; i++)
    for (let at = a.starts[i]!; at < a.starts[i + 1]!; at++)
      addScaled(data, i * width, b.data, a.indices[at]! * width, width, a.values[at]!);
  return { rows: a.rows, width, data };
};

const transposedTimes = (a: SparseRows, b: Dense): Dense => {
  const { width } = b;
  const data = new Float64Array(a.columns * width);
  for (let i = 0; i < a.rows; i++)
    for (let at = a.starts[i]!; at < a.starts[i + 1]!; at++)
      addScaled(data, a.indices[at]! * width, b.data, i * width, width, a.values[at]!);
  return { rows: a.columns, width, data };
};

const addScaled = (
  to: Float64Array,
  at: number,
  from: Float64Array,
  source: number,
  width: number,
  by: number,
): void => {
  for (let k = 0; k < width; k++) to[at + k]! += by * from[source + k]!;
};

const gram = ({ rows, width, data }: Dense): Float64Array => {
  const g = new Float64Array(width * width);
  for (let i = 0; i < rows; i++) {
    const row = i * width;
    for (let p = 0; p < width; p++) {
      const x = data[row + p]!;
      if (x !== 0) for (let q = p; q < width; q++) g[p * width + q]! += x * data[row + q]!;
    }
  }
  for (let p = 0; p < width; p++) for (let q = 0; q < p; q++) g[p * width + q] = g[q * width + p]!;
  return g;
};

/** An orthonormal basis of the columns' span; directions that are mere rounding are dropped. */
const orthonormal = (matrix: Dense): Dense => {
  const { values, vectors } = symmetricEigen(gram(matrix), matrix.width);
  const strongest = values[0] ?? 0;
  const kept = values.filter((value) => value > strongest * NEGLIGIBLE && value > 0).length;
  return combine(matrix, vectors, kept, (j) => 1 / Math.sqrt(values[j]!));
};

/** `matrix · vectors[:, :kept]`, each new column scaled. */
const combine = (matrix: Dense, vectors: Float64Array, kept: number, scale: (column: number) => number) => {
  const { rows, width, data } = matrix;
  const mix = new Float64Array(width * kept);
  for (let j = 0; j < kept; j++) {
    const factor = scale(j);
    for (let k = 0; k < width; k++) mix[k * kept + j] = vectors[k * width + j]! * factor;
  }
  const out = new Float64Array(rows * kept);
  for (let i = 0; i < rows; i++)
    for (let k = 0; k < width; k++) addScaled(out, i * kept, mix, k * kept, kept, data[i * width + k]!);
  return { rows, width: kept, data: out };
};
