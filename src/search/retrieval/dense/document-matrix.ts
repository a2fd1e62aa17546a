import { mustFit, PROCESS_BYTES, type Tools, WorkError } from '../../../core/index.js';
import type { MeasuredVectors } from './exact-scores.js';
import { type Matrix, normReader } from './matrix.js';
import { bytesPerVector, type Variant } from './variant.js';
import { inMemory, onDisk, type RowReader } from './vector-rows.js';

interface BuiltMatrix extends RowsOfTexts {
  /** Without numbers where they were not to be held. */
  readonly matrix: Matrix;
}

interface RowsOfTexts {
  /** What each row is divided by to have length 1. */
  readonly norms: Float64Array;
  readonly textOf: Uint32Array;
  /** Texts whose vector has a NaN or an infinity in it, and no row. */
  readonly unsound: Uint32Array;
}

/** The vectors of a corpus, in memory or on disk, and whose they are. */
export interface DocumentVectors extends MeasuredVectors, RowsOfTexts {}

interface MatrixOptions {
  /** Keeps the first dimensions only, so that the rest never takes memory. */
  readonly truncate?: number | undefined;
  /** Whether to hold vectors of so many dimensions; all by default. */
  readonly holds?: (dimensions: number) => boolean;
}

/** Puts vectors that come one by one, in any order, into one matrix. */
export const matrixBuilder = (
  name: string,
  mostRows: number,
  { truncate, holds = () => true }: MatrixOptions = {},
) => {
  let [given, dimensions, rows] = [0, 0, 0];
  let data: Float32Array | undefined;
  let normOf = normReader(0);
  const norms = new Float64Array(mostRows);
  const textOf = new Uint32Array(mostRows);
  const unsound: number[] = [];
  return {
    /** The vector of a text; rows are in the order of coming. */
    add: (text: number, vector: Float32Array): void => {
      if (given === 0) {
        given = vector.length;
        dimensions = keptDimensions(name, given, truncate);
        normOf = normReader(dimensions);
        if (holds(dimensions)) data = new Float32Array(mostRows * dimensions);
      }
      if (vector.length !== given)
        throw new WorkError(
          `${name}: the embedder gave a vector of ${vector.length} dimensions among vectors of ${given}`,
        );
      const kept = vector.subarray(0, dimensions);
      const norm = normOf(kept);
      if (!Number.isFinite(norm)) {
        unsound.push(text);
        return;
      }
      data?.set(kept, rows * dimensions);
      norms[rows] = norm;
      textOf[rows++] = text;
    },
    built: (): BuiltMatrix => ({
      matrix: { rows, dimensions, data: (data ?? new Float32Array()).subarray(0, rows * dimensions) },
      norms: norms.subarray(0, rows),
      textOf: textOf.subarray(0, rows),
      unsound: Uint32Array.from(unsound),
    }),
  };
};

export const documentVectorsOf = (
  { matrix, ...rest }: BuiltMatrix,
  readerOf: (textOf: Uint32Array, dimensions: number) => RowReader['read'],
): DocumentVectors => {
  const { rows, dimensions, data } = matrix;
  const held = data.length === rows * dimensions;
  const vectors = held
    ? inMemory(matrix)
    : onDisk({ rows, dimensions, read: readerOf(rest.textOf, dimensions) });
  return { ...rest, vectors };
};

/** Whether all its numbers are finite: then so is their sum in doubles. */
export const isSound = (vector: Float32Array): boolean => {
  let sum = 0;
  for (let k = 0; k < vector.length; k++) sum += vector[k]!;
  return Number.isFinite(sum);
};

/** How many dimensions stay of vectors that have so many. */
export const keptDimensions = (name: string, dimensions: number, truncate = dimensions): number => {
  if (truncate > dimensions)
    throw new WorkError(
      `${name}: truncating to ${truncate} dimensions, but the vectors have ${dimensions}`,
      `leave the variant out, or truncate to fewer than ${dimensions}`,
    );
  return truncate;
};

/** What every document adds besides, measured: its id and its place, and in the cache its key, which the index of the cache holds too. */
const BYTES_PER_DOCUMENT = { given: 250, cached: 700 } as const;

interface Wanted {
  readonly name: string;
  readonly documents: number;
  readonly from: keyof typeof BYTES_PER_DOCUMENT;
  readonly variant: Variant;
}

/**
 * Whether vectors of so many dimensions are held in memory, or read from disk whenever they are searched. Where codes are compared in
 * their place, they never are. Refuses what does not fit even so.
 */
export const holdsVectors =
  ({ name, documents, from, variant: { codes } }: Wanted, tools: Pick<Tools, 'memory'>) =>
  (dimensions: number): boolean => {
    const codeBytes = codes === undefined ? 0 : bytesPerVector(dimensions, { codes });
    const bytes = PROCESS_BYTES + documents * (BYTES_PER_DOCUMENT[from] + codeBytes);
    mustFit(
      { work: `${name}: searching ${documents} vectors on disk`, bytes, onEngine: codes === undefined },
      tools,
    );
    if (codes !== undefined) return false;
    return tools.memory === undefined || bytes + documents * 4 * dimensions <= tools.memory;
  };
