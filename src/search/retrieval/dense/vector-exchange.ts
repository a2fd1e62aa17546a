import type { DenseEmbedder, ItemKey, Role, Tools } from '../../../core/index.js';
import { denseBytes, storedVectors, textsIn } from '../vectors/index.js';
import { matrixBuilder } from './document-matrix.js';
import { rowsFrom } from './matrix.js';

/** Vectors in sequence, and whose they are; what `.npy` files with ids hold. */
export interface IdentifiedVectors {
  readonly ids: readonly string[];
  readonly rows: number;
  readonly columns: number;
  readonly data: Float32Array;
}

/** Whose vectors are meant: in which role, and which text each id has. */
export interface VectorsOf {
  readonly embedder: DenseEmbedder;
  readonly role: Role;
  readonly texts: ReadonlyMap<string, string>;
}

/** The vectors of these texts in the order of their ids, made where there are none yet; ids that failed are left out. */
export const exportVectors = async (
  { embedder, role, texts }: VectorsOf,
  tools: Tools,
): Promise<IdentifiedVectors & { readonly failed: readonly string[] }> => {
  const store = await storedVectors(embedder, role, denseBytes, tools);
  const keys = new Map(Array.from(texts, ([id, text]) => [id, store.keyOf(text)]));
  const missing = new Map(Array.from(texts.values(), (text) => [store.keyOf(text), text]));
  const places = new Map([...missing.keys()].map((key, place) => [key, place]));
  const builder = matrixBuilder('export', places.size);
  const put = (key: ItemKey, vector: Float32Array): void => {
    if (missing.delete(key)) builder.add(places.get(key)!, vector);
  };
  const all = new Map(missing);
  await store.read(places.keys(), put, async (wanted) => textsIn(all, wanted));
  if (missing.size > 0) await store.make(new Map(missing), put);
  const { matrix, textOf } = builder.built();
  const { dimensions, data } = matrix;
  const rowOf = new Map(Array.from(textOf, (place, row) => [place, row]));
  // A vector with NaN or infinity in it has no row, and counts as failed.
  const hasVector = (id: string): boolean => rowOf.has(places.get(keys.get(id)!)!);
  const ids = [...keys.keys()].filter(hasVector);
  const rows = new Float32Array(ids.length * dimensions);
  for (const [row, id] of ids.entries()) {
    const at = rowOf.get(places.get(keys.get(id)!)!)! * dimensions;
    rows.set(data.subarray(at, at + dimensions), row * dimensions);
  }
  const failed = [...keys.keys()].filter((id) => !hasVector(id));
  return { ids, rows: ids.length, columns: dimensions, data: rows, failed };
};

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
