import { displayWidth, padded, printableLine } from '../../core/index.js';
import { type Cell, csvText } from './csv-text.js';
import { markdownText } from './markdown-text.js';

/** A column: its heading, what it shows of a row, and `left` for words; numbers are on the right. */
export type TableColumn<Row> = readonly [heading: string, cell: (row: Row) => Cell, align?: 'left'];

/** Rows as they are shown, in every form that people read. */
export interface ShownTable {
  readonly headings: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** Whether a column is on the left. */
  isLeft(column: number): boolean;
  /** Text no wider than `width`: what does not fit goes into a further block below, which repeats the first column. */
  text(width: number): string;
  /** What would end a cell is escaped. */
  markdown(): string;
  csv(): string;
}

/** Rows and what is shown of each. A column that is false is not shown. */
export const table = <Row>(
  rows: readonly Row[],
  columns: readonly (TableColumn<Row> | false)[],
): ShownTable => {
  const shown = columns.filter((column) => column !== false);
  const headings = shown.map(([heading]) => heading);
  const isLeft = (column: number): boolean => shown[column]![2] === 'left';
  const cells = rows.map((row) => shown.map(([, cell]) => cell(row)));
  return {
    headings,
    rows: cells,
    isLeft,
    text: (width) => blocks([headings, ...cells], isLeft, width).join('\n\n'),
    markdown: () => {
      const line = (texts: readonly string[]): string => `| ${texts.join(' | ')} |`;
      const rule = headings.map((_, column) => (isLeft(column) ? '---' : '---:'));
      const [heading, ...lines] = [headings, ...cells].map((row) =>
        line(row.map((cell) => markdownText(String(cell ?? '')))),
      );
      return [heading, line(rule), ...lines].join('\n');
    },
    csv: () => csvText([headings, ...cells]),
  };
};

const GAP = '  ';

const blocks = (rows: readonly (readonly Cell[])[], isLeft: (column: number) => boolean, width: number) => {
  // An id may hold anything, line ends too.
  const lines = rows.map((row) => row.map((cell) => printableLine(String(cell ?? ''))));
  const widths = lines[0]!.map((_, column) =>
    lines.reduce((widest, line) => Math.max(widest, displayWidth(line[column]!)), 0),
  );
  const block = (columns: readonly number[]): string => {
    const [heading, ...rest] = lines.map((line) =>
      columns
        .map((column) => padded(line[column]!, widths[column]!, isLeft(column) ? 'left' : 'right'))
        .join(GAP)
        .trimEnd(),
    );
    const rule = columns.map((column) => '─'.repeat(widths[column]!)).join(GAP);
    return [heading, rule, ...rest].join('\n');
  };
  const [first, ...others] = widths.keys();
  if (first === undefined) return [];
  const parts: number[][] = [];
  let room = 0;
  for (const column of others) {
    const needed = GAP.length + widths[column]!;
    if (parts.length === 0 || needed > room) {
      parts.push([first]);
      room = width - widths[first]!;
    }
    parts.at(-1)!.push(column);
    room -= needed;
  }
  return (parts.length > 0 ? parts : [[first]]).map(block);
};
