import type { DocId } from '../../../core/index.js';
import { grown } from './grown.js';
import { growingStrings, type StringTable, stringTable } from './string-table.js';

/** Document ids by row, in file order; a repeated id is a repeated row. */
export interface RowIds {
  readonly length: number;
  at(row: number): DocId;
  /** The different ids, numbered in the order of their first rows. */
  readonly distinct: StringTable;
  /** The number of each row's id; nothing if no id repeats, so that the number is the row. */
  readonly numbers: Uint32Array | undefined;
}

export const rowIds = (length: number, distinct: StringTable, numbers: Uint32Array | undefined): RowIds => ({
  length,
  at: (row) => distinct.at(numbers ? numbers[row]! : row) as DocId,
  distinct,
  numbers,
});

/** Takes ids row by row. */
export const rowIdsBuilder = () => {
  const distinct = growingStrings();
  let numbers = new Uint32Array(1 << 10);
  let length = 0;
  return {
    add: (ids: readonly DocId[]): void => {
      if (length + ids.length > numbers.length) numbers = grown(numbers, length + ids.length);
      for (const id of ids) numbers[length++] = distinct.add(id);
    },
    finish: (): RowIds =>
      rowIds(
        length,
        stringTable(distinct.arrays()),
        distinct.size < length ? numbers.slice(0, length) : undefined,
      ),
  };
};
