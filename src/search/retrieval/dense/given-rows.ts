import type { DocId, Tools } from '../../../core/index.js';
import { type DocumentVectors, documentVectorsOf, holdsVectors, matrixBuilder } from './document-matrix.js';
import type { Variant } from './variant.js';
import type { VectorSource } from './vector-exchange.js';
import { eachVector, onDisk, type RowReader } from './vector-rows.js';

const NONE = 0xffff_ffff;

export const givenRows = async (
  name: string,
  source: VectorSource,
  ids: readonly DocId[],
  variant: Variant,
  tools: Pick<Tools, 'memory'>,
): Promise<{ readonly built: DocumentVectors; readonly missing: readonly DocId[] }> => {
  const { columns, read } = source;
  const rowOf = rowsOf(source.ids, ids);
  // Documents in the order of the source, so that it is read from its beginning to its end.
  const placeOf = new Uint32Array(source.rows).fill(NONE);
  for (let place = 0; place < rowOf.length; place++)
    if (rowOf[place] !== NONE) placeOf[rowOf[place]!] = place;
  const places = placeOf.filter((place) => place !== NONE);
  const builder = matrixBuilder(name, places.length, {
    ...variant,
    holds: holdsVectors({ name, documents: ids.length, from: 'given', variant }, tools),
  });
  const reading = (placeOf: Uint32Array): RowReader['read'] => {
    const rows = placeOf.map((place) => rowOf[place]!);
    return (wanted, into) =>
      read(
        wanted.map((row) => rows[row]!),
        into,
      );
  };
  await eachVector(
    onDisk({ rows: places.length, dimensions: columns, read: reading(places) }),
    (vector, row) => builder.add(places[row]!, vector),
  );
  return {
    built: documentVectorsOf(builder.built(), (placeOf, dimensions) =>
      firstDimensions(reading(placeOf), columns, dimensions),
    ),
    missing: ids.filter((_, place) => rowOf[place] === NONE),
  };
};

/** For each document, the row of its vector; of an id that is given twice the last. */
const rowsOf = (given: readonly string[], ids: readonly DocId[]): Uint32Array => {
  const rows = new Uint32Array(ids.length).fill(NONE);
  // Mostly they are the same in the same order, which needs no table.
  if (given.length === ids.length && given.every((id, row) => id === ids[row]))
    return rows.map((_, row) => row);
  const placeOf = new Map<string, number>(ids.map((id, place) => [id, place]));
  for (const [row, id] of given.entries()) {
    const place = placeOf.get(id);
    if (place !== undefined) rows[place] = row;
  }
  return rows;
};

/** Rows read whole at once where less of them is kept. */
const FEW_ROWS = 1024;

const firstDimensions = (read: RowReader['read'], columns: number, dimensions: number): RowReader['read'] => {
  if (dimensions === columns) return read;
  return async (rows, into) => {
    const whole = new Float32Array(Math.min(FEW_ROWS, rows.length) * columns);
    for (let from = 0; from < rows.length; from += FEW_ROWS) {
      const some = rows.subarray(from, from + FEW_ROWS);
      await read(some, whole.subarray(0, some.length * columns));
      for (let i = 0; i < some.length; i++)
        into.set(whole.subarray(i * columns, i * columns + dimensions), (from + i) * dimensions);
    }
  };
};
