import { WorkError } from '../../core/index.js';
import type { Matrix } from './matrix.js';

/** Puts vectors that come one by one, in any order, into one matrix. */
export interface MatrixBuilder {
  /** The vector of a text; rows are in the order of coming. */
  add(text: number, vector: Float32Array): void;
  built(): BuiltMatrix;
}

export interface BuiltMatrix {
  readonly matrix: Matrix;
  /** Whose vector each row is. */
  readonly textOf: Uint32Array;
  /** Texts whose vector has a NaN or an infinity in it, and no row. */
  readonly unsound: Uint32Array;
}

/** `truncate` keeps the first dimensions only, so that the rest never takes memory. */
export const matrixBuilder = (name: string, mostRows: number, truncate?: number): MatrixBuilder => {
  let [given, dimensions, rows] = [0, 0, 0];
  let data = new Float32Array();
  const textOf = new Uint32Array(mostRows);
  const unsound: number[] = [];
  return {
    add: (text, vector) => {
      if (given === 0) {
        given = vector.length;
        dimensions = keptDimensions(name, given, truncate);
        data = new Float32Array(mostRows * dimensions);
      }
      if (vector.length !== given)
        throw new WorkError(
          `${name}: the embedder gave a vector of ${vector.length} dimensions among vectors of ${given}`,
        );
      const kept = vector.subarray(0, dimensions);
      if (!isSound(kept)) {
        unsound.push(text);
        return;
      }
      data.set(kept, rows * dimensions);
      textOf[rows++] = text;
    },
    built: () => ({
      matrix: { rows, dimensions, data: data.subarray(0, rows * dimensions) },
      textOf: textOf.subarray(0, rows),
      unsound: Uint32Array.from(unsound),
    }),
  };
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
