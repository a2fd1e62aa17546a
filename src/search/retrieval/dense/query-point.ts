import { WorkError } from '../../../core/index.js';
import { meanVector } from './mean-vector.js';
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
