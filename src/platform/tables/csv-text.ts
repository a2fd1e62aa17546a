/** A cell of a table of values: text, or a number that is written with all its digits. */
export type Cell = string | number | undefined;

/** What a spreadsheet takes for the start of a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * Rows as comma-separated values (RFC 4180). A text that a spreadsheet would run as a formula gets an apostrophe before it, which
 * spreadsheets show as plain text; numbers stay numbers.
 */
export const csvText = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('');

const cellText = (cell: Cell): string => {
  if (cell === undefined) return '';
  if (typeof cell === 'number') return String(cell);
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};
