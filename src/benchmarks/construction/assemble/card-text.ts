import { printableLine } from '../../../core/index.js';
import { markdownTable } from '../../../platform/tables/index.js';

/** Text of others as one line that ends nothing. */
export const line = (text: string): string => printableLine(text.replace(/\s+/g, ' '));

type Cell = string | number;

/** Rows as a Markdown table; columns of numbers are on the right. */
export const table = (headings: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  markdownTable(
    headings.map((heading, i) => ({
      heading,
      align: typeof rows[0]?.[i] === 'number' ? ('right' as const) : ('left' as const),
      cells: rows.map((row) => {
        const cell = row[i]!;
        return typeof cell === 'number' ? cell.toLocaleString('en-US') : cell;
      }),
    })),
  );
