import { rowsFrom } from './matrix.js';
import type { IdentifiedVectors } from './vector-exchange.js';

/** Vectors in sequence that are read when they are needed, such as those of a file, and whose they are. */
export interface VectorSource {
  readonly ids: readonly string[];
  readonly rows: number;
  readonly columns: number;
  /** Fills an array with these rows, which ascend. Throws where they are not what they were at first. */
  read(rows: Uint32Array, into: Float32Array): Promise<void>;
}

export const sourceOf = (vectors: IdentifiedVectors | VectorSource): VectorSource => {
  if ('read' in vectors) return vectors;
  const { rows, columns: dimensions, data } = vectors;
  return {
    ...vectors,
    read: async (wanted, into) => {
      for (const [place, row] of wanted.entries())
        into.set(rowsFrom({ rows, dimensions, data }, row, row + 1).data, place * dimensions);
    },
  };
};

/** Finds the vectors of some ids, each in an array of its own; those that are not there are left out. Of an id that is given twice, the last. */
export const vectorFinder = ({ ids, columns, read }: VectorSource) => {
  let rowOf: ReadonlyMap<string, number> | undefined;
  return async <Id extends string>(wanted: readonly Id[]): Promise<ReadonlyMap<Id, Float32Array>> => {
    rowOf ??= new Map(ids.map((id, row) => [id, row]));
    const known = rowOf;
    const rows = Uint32Array.from(new Set(wanted.flatMap((id) => known.get(id) ?? []))).sort();
    const data = new Float32Array(rows.length * columns);
    await read(rows, data);
    const found = { rows: rows.length, dimensions: columns, data };
    return new Map(Array.from(rows, (row, i) => [ids[row] as Id, rowsFrom(found, i, i + 1).data]));
  };
};
