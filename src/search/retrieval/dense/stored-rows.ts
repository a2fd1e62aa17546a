import { type ItemKey, WorkError } from '../../../core/index.js';
import type { StoredVectors } from '../vectors/index.js';
import type { RowReader } from './vector-rows.js';

/** Reads rows from the cache that their vectors came from; each row is the vector of a key. */
export const storedRows =
  (
    name: string,
    vectors: Pick<StoredVectors<Float32Array>, 'read'>,
    keyOf: (row: number) => ItemKey,
    dimensions: number,
  ): RowReader['read'] =>
  async (rows, into) => {
    const placeOf = new Map<ItemKey, number>();
    for (const [place, row] of rows.entries()) placeOf.set(keyOf(row), place);
    await vectors.read([...placeOf.keys()], (key, vector) => {
      const place = placeOf.get(key);
      if (place === undefined || vector.length < dimensions) return;
      into.set(vector.subarray(0, dimensions), place * dimensions);
      placeOf.delete(key);
    });
    if (placeOf.size > 0)
      throw new WorkError(
        `${name}: ${placeOf.size} vectors that are not held in memory can no longer be read from the cache`,
        'make sure that the cache can be written and nothing removes it, then run the same command again; or allow more: --memory',
      );
  };
