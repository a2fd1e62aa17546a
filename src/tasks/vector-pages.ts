import { InputError } from '../core/index.js';
import {
  type NumbersPage,
  openParquetNumbers,
  type PageNumbers,
  type ParquetBytes,
} from '../platform/formats/index.js';
import { isFiniteAll, type NpyFile, neighboursIn } from '../platform/node/index.js';

/** The vectors of a Parquet file. */
export interface VectorPages {
  /** How many numbers the first vector has. */
  firstLength(): Promise<number>;
  /** Reads rows of vectors of so many numbers. A row that is no such vector is an error that names it. */
  reader(columns: number): NpyFile['read'];
}

export interface VectorColumn {
  readonly file: string;
  readonly bytes: ParquetBytes;
  readonly name: string;
  /** The id of each row. */
  readonly ids: readonly string[];
}

/** Opens a column of vectors. Its pages are read when their vectors are wanted; of them the last one is held. */
export const openVectorPages = async (column: VectorColumn): Promise<VectorPages> => {
  const { file, bytes, name, ids } = column;
  const { pages, read } = await openParquetNumbers(file, bytes, name);
  const last = pages.at(-1);
  const total = last ? last.first + last.count : 0;
  return {
    firstLength: async () => {
      let length = 0;
      for (const place of pages.keys()) {
        const { levels, gap } = await read(place);
        const next = levels.indexOf(0, length === 0 ? 1 : 0);
        if (gap && (next < 0 || gap.at < next)) throw missing(column, gap.of, 0, length + gap.at, 0);
        if (next >= 0) return length + next;
        length += levels.length;
      }
      return length;
    },
    reader: (columns) => {
      let kept: { readonly place: number; readonly values: Float32Array } | undefined;
      const valuesOf = async (place: number): Promise<Float32Array> => {
        if (kept?.place !== place)
          kept = { place, values: vectorsIn(pages[place]!, await read(place), columns, column) };
        return kept.values;
      };
      return async (rows, into) => {
        if (total !== ids.length * columns) {
          // Numbers cannot be counted by rows: one of the rows has more of them, or fewer.
          for (const place of pages.keys()) await valuesOf(place);
          throw total % columns > 0
            ? oddSize(column, Math.floor(total / columns), total % columns, columns)
            : new InputError({
                at: { file },
                found: `a damaged Parquet file (${total / columns} vectors for ${ids.length} ids)`,
                fix: 'fetch or copy the file again',
              });
        }
        for (const { first, from, to } of neighboursIn(rows)) {
          const wanted = into.subarray(from * columns, to * columns);
          let filled = 0;
          for (let place = pageWith(pages, first * columns); filled < wanted.length; place++) {
            const begin = first * columns + filled - pages[place]!.first;
            const values = (await valuesOf(place)).subarray(begin, begin + wanted.length - filled);
            wanted.set(values, filled);
            filled += values.length;
          }
        }
      };
    },
  };
};

/** The numbers of a page, once each is known to belong to a vector of so many numbers and to be finite. */
const vectorsIn = (
  { first }: NumbersPage,
  { values, levels, gap }: PageNumbers,
  columns: number,
  column: VectorColumn,
): Float32Array => {
  for (let i = 0; i < levels.length; i++) {
    const [row, place] = [Math.floor((first + i) / columns), (first + i) % columns];
    const begins = levels[i] === 0;
    if (begins && place > 0) throw oddSize(column, row, place, columns);
    if (!begins && place === 0) throw oddSize(column, row - 1, columns + 1, columns);
    if (gap?.at === i) throw missing(column, gap.of, row, place, columns);
  }
  const numbers = Float32Array.from(values);
  if (isFiniteAll(numbers)) return numbers;
  const odd = numbers.findIndex((number) => !Number.isFinite(number));
  const [row, place] = [Math.floor((first + odd) / columns), (first + odd) % columns];
  throw new InputError({
    at: { file: column.file, line: row + 1 },
    found: `${values[odd]} in place ${place + 1} of the vector of ${JSON.stringify(column.ids[row])}`,
    expected: 'finite numbers, as 32-bit floats',
    fix: 'make this vector again, or leave out the row',
  });
};

/** The place of the page that holds a number. */
const pageWith = (pages: readonly NumbersPage[], number: number): number => {
  let [low, high] = [0, pages.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (pages[middle]!.first <= number) low = middle;
    else high = middle - 1;
  }
  return low;
};

/** What is wrong with a vector of another size; of one that is longer the numbers are not counted to the end. */
const oddSize = ({ file, ids }: VectorColumn, row: number, numbers: number, columns: number): InputError =>
  new InputError({
    at: { file, line: row + 1 },
    found: `a vector of ${numbers > columns ? `more than ${columns}` : numbers} numbers for ${JSON.stringify(ids[row])}`,
    expected: columns === 0 ? 'at least one' : `${columns}, as the first row has`,
    fix: 'make all vectors with one model',
  });

const missing = (
  column: VectorColumn,
  of: NonNullable<PageNumbers['gap']>['of'],
  row: number,
  place: number,
  columns: number,
): InputError => {
  if (of === 'numbers') return oddSize(column, row, place, columns);
  const inList = of === 'number';
  return new InputError({
    at: { file: column.file, line: row + 1 },
    found: `no value ${inList ? `in place ${place + 1} of` : 'for'} "${column.name}"`,
    expected: inList ? 'a number in every place' : 'one in every row',
    fix: inList ? 'make this vector again, or remove the row' : 'remove the row',
  });
};
