import { displayWidth, padded, printableLine } from '../../core/index.js';
import type { Column } from './column.js';

const GAP = '  ';

/**
 * Columns as text no wider than `width`: what does not fit goes into a further block below, which repeats the first
 * column.
 */
export const textTable = (columns: readonly Column[], width: number): string => {
  const [first, ...rest] = columns.map(onOneLine);
  if (!first) return '';
  const blocks: Column[][] = [];
  let room = 0;
  for (const column of rest) {
    const needed = GAP.length + widthOf(column);
    if (blocks.length === 0 || needed > room) {
      blocks.push([first]);
      room = width - widthOf(first);
    }
    blocks.at(-1)!.push(column);
    room -= needed;
  }
  return (blocks.length ? blocks : [[first]]).map(block).join('\n\n');
};

/** An id may hold anything, line ends too. */
const onOneLine = ({ heading, align, cells }: Column): Column => ({
  heading: printableLine(heading),
  align,
  cells: cells.map(printableLine),
});

const block = (columns: readonly Column[]): string => {
  const widths = columns.map(widthOf);
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, i) => padded(cell, widths[i]!, columns[i]!.align))
      .join(GAP)
      .trimEnd();
  const heading = line(columns.map((column) => column.heading));
  const rule = widths.map((size) => '─'.repeat(size)).join(GAP);
  const count = columns[0]!.cells.length;
  const rows = Array.from({ length: count }, (_, row) => line(columns.map((column) => column.cells[row]!)));
  return [heading, rule, ...rows].join('\n');
};

const widthOf = (column: Column): number =>
  [column.heading, ...column.cells].reduce((widest, cell) => Math.max(widest, displayWidth(cell)), 0);
