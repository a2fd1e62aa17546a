import { cut, displayWidth, printableLine, type Style, styled } from '../../core/index.js';
import { type Cell, csvText } from './csv-text.js';
import { markdownText } from './markdown-text.js';

/** A column: its heading, what it shows of a row, `left` for words (numbers are on the right), and how a cell looks on a terminal. */
export type TableColumn<Row> = readonly [
  heading: string,
  cell: (row: Row) => Cell,
  align?: 'left' | 'right',
  style?: (row: Row) => Style | undefined,
];

/** What a table may leave out to be one block: headings, the first to go first, and the flag that shows them. */
export interface Spare {
  readonly headings: readonly string[];
  readonly flag: string;
}

/** Rows as they are shown, in every form that people read. */
export interface ShownTable {
  readonly headings: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** Whether a column is on the left. */
  isLeft(column: number): boolean;
  /**
   * Text no wider than `width`, styled (`shownText`). What does not fit goes into further blocks below, which repeat the first column. A table whose
   * blocks are long leaves out spare columns instead, and names them.
   */
  text(width: number, spare?: Spare): string;
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
    text: (width, spare) => {
      const styles = rows.map((row) => shown.map(([, , , style]) => style?.(row)));
      return blocks({ rows: [headings, ...cells], styles, isLeft, width, spare }).join('\n\n');
    },
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
/** Lines of blocks below each other that a person still reads as one table. */
const SHORT = 16;

interface Drawn {
  readonly rows: readonly (readonly Cell[])[];
  readonly styles: readonly (readonly (Style | undefined)[])[];
  isLeft(column: number): boolean;
  readonly width: number;
  readonly spare: Spare | undefined;
}

const blocks = ({ rows, styles, isLeft, width, spare }: Drawn): readonly string[] => {
  // An id may hold anything, line ends too.
  const lines = rows.map((row) => row.map((cell) => printableLine(String(cell ?? ''))));
  const widths = lines[0]!.map((_, column) =>
    lines.reduce((widest, line) => Math.max(widest, displayWidth(line[column]!)), 0),
  );
  if (widths.length === 0) return [];
  // Names that leave no room for another column are cut; for a long text or path, which needs lines of its own anyway, they are not.
  const widest = Math.min(Math.max(0, ...widths.slice(1)), Math.floor((2 * width) / 3));
  const room = width - GAP.length - widest;
  widths[0] = Math.min(widths[0]!, Math.max(LEAST_NAME, room));
  const block = (columns: readonly number[]): string => {
    const drawn = lines.map((line, row) =>
      columns
        .map((column) => {
          const text = cut(line[column]!, widths[column]!);
          const style = row === 0 ? 'strong' : styles[row - 1]![column];
          const space = ' '.repeat(widths[column]! - displayWidth(text));
          const looks = style ? styled(style, text) : text;
          return isLeft(column) ? looks + space : space + looks;
        })
        .join(GAP)
        .trimEnd(),
    );
    const rule = columns.map((column) => '─'.repeat(widths[column]!)).join(GAP);
    return [drawn[0], styled('faint', rule), ...drawn.slice(1)].join('\n');
  };
  const all = [...widths.keys()];
  const split = intoBlocks(all, widths, width);
  if (!spare || split.length === 1 || split.length * (lines.length + 2) <= SHORT) return split.map(block);
  const left: number[] = [];
  let kept = all;
  for (const heading of spare.headings) {
    if (intoBlocks(kept, widths, width).length === 1) break;
    const column = rows[0]!.indexOf(heading);
    kept = kept.filter((each) => each !== column);
    left.unshift(column);
  }
  const named = left.map((column) => lines[0]![column]).join(', ');
  return [
    ...intoBlocks(kept, widths, width).map(block),
    styled('faint', `${width} columns have no room for ${named}: ${spare.flag} shows all`),
  ];
};

const LEAST_NAME = 8;

/** Columns as blocks of at most `width`, each with the first column. */
const intoBlocks = (
  [first, ...others]: readonly number[],
  widths: readonly number[],
  width: number,
): readonly (readonly number[])[] => {
  const parts: number[][] = [];
  let room = 0;
  for (const column of others) {
    const needed = GAP.length + widths[column]!;
    if (parts.length === 0 || needed > room) {
      parts.push([first!]);
      room = width - widths[first!]!;
    }
    parts.at(-1)!.push(column);
    room -= needed;
  }
  return parts.length > 0 ? parts : [[first!]];
};
