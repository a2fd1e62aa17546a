import { printableLine } from '../../../core/index.js';
import { type TableColumn, table } from '../../../platform/tables/index.js';

/** Text of others as one line that ends nothing. */
export const line = (text: string): string => printableLine(text.replace(/\s+/g, ' '));

/** Rows as a Markdown table; columns of numbers are on the right. */
export const cardTable = (
  headings: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string => {
  const shown = (cell: string | number): string =>
    typeof cell === 'number' ? cell.toLocaleString('en-US') : cell;
  return table(
    rows,
    headings.map((heading, i): TableColumn<(typeof rows)[number]> => {
      const cell = (row: (typeof rows)[number]) => shown(row[i]!);
      return typeof rows[0]?.[i] === 'number' ? [heading, cell] : [heading, cell, 'left'];
    }),
  ).markdown();
};
