import { KINDS, type Kind, type Read, type VectorOf } from './kinds.js';

/** Reads the vectors of one model, which all have one size: what was declared, else the first one's. */
export interface VectorReader<Vector> {
  read(value: unknown): Read<Vector>;
  dimensions(): number | undefined;
}

export const vectorReader = <K extends Kind>(
  kind: K,
  declared: number | undefined,
): VectorReader<VectorOf[K]> => {
  const { read, dimensionsOf } = KINDS[kind];
  let dimensions = declared;
  return {
    read: (value) => {
      const found = read(value, dimensions);
      if ('vector' in found) dimensions ??= dimensionsOf(found.vector);
      return found;
    },
    dimensions: () => dimensions,
  };
};
