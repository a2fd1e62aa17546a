import { WorkError } from '../../../core/index.js';
import type { Variant } from './variant.js';

/** The vector that a query is searched with, cut as the documents' were; undefined where it finds nothing. */
export const queryPoint = (
  name: string,
  parts: readonly Float32Array[] | undefined,
  dimensions: number,
  { truncate }: Variant,
): Float32Array | undefined => {
  if (!parts || dimensions === 0) return undefined;
  const vector = meanVector(parts);
  if (truncate === undefined ? vector.length !== dimensions : vector.length < dimensions)
    throw new WorkError(
      `${name}: the embedder gave a query vector of ${vector.length} dimensions and document vectors of ${dimensions}`,
    );
  return vector.subarray(0, dimensions);
};

/**
 * The mean of vectors, not scaled to length 1: the reference implementation's (a + b) / 2, by which the longer of two vectors that
 * are not normalised weighs more.
 */
export const meanVector = (vectors: readonly Float32Array[]): Float32Array => {
  const [first, ...others] = vectors;
  if (others.length === 0) return first!;
  return first!.map((value, k) => {
    let sum = value;
    for (const other of others) sum += other[k]!;
    return sum / vectors.length;
  });
};
