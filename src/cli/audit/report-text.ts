import type { Block, RowsBlock, Section } from '../../benchmarks/audit/index.js';
import { displayWidth, padded, printableLine } from '../../core/index.js';
import { wrapped } from '../marked-text.js';

/** Wider lines are hard to read. */
const WIDEST = 100;
const GAP = '  ';

/** Sections of a report for a terminal of so many columns. */
export const reportText = (sections: readonly Section[], columns: number): string =>
  sections.map((section, i) => sectionText(section, columns, i === 0 ? '═' : '─')).join('\n\n');

const sectionText = ({ heading, blocks }: Section, columns: number, rule: string): string => {
  const title = printableLine(heading);
  return [
    ...wrapped(title, columns),
    rule.repeat(Math.min(displayWidth(title), columns)),
    blocks.map((block) => blockLines(block, columns).join('\n')).join('\n\n'),
  ].join('\n');
};

const blockLines = (block: Block, columns: number): readonly string[] => {
  if (block.kind === 'rows') return tableLines(block, columns);
  const width = Math.min(columns, WIDEST);
  if (block.kind === 'text') return wrapped(oneLine(block.text), width);
  return block.items.flatMap((item) => hanging('- ', oneLine(item), width));
};

const oneLine = (words: string): string => printableLine(words.replace(/\s+/g, ' ').trim());

const hanging = (first: string, words: string, width: number): readonly string[] =>
  wrapped(words, width - displayWidth(first)).map(
    (line, i) => (i === 0 ? first : ' '.repeat(displayWidth(first))) + line,
  );

/** Fewer columns would break a text into pieces. */
const LEAST_ROOM = 20;

/** Short cells side by side, then the text, which takes as many lines as it needs: below the cells where there is no room beside them. */
const tableLines = ({ headings, rows }: RowsBlock, columns: number): readonly string[] => {
  const shown = [headings, ...rows].map((row) => row.map(oneLine));
  const last = headings.length - 1;
  const widths = headings
    .slice(0, last)
    .map((_, i) => Math.max(...shown.map((row) => displayWidth(row[i]!))));
  const room = columns - widths.reduce((sum, width) => sum + width + GAP.length, 0);
  const lineOf = (row: readonly string[]): readonly string[] => {
    const cells = widths
      .map((width, i) => padded(row[i]!, width, isNumber(rows, i) ? 'right' : 'left'))
      .join(GAP);
    if (displayWidth(row[last]!) > room && room < LEAST_ROOM)
      return [cells.trimEnd(), ...hanging(GAP, row[last]!, columns)];
    return hanging(`${cells}${GAP}`, row[last]!, columns).map((line) => line.trimEnd());
  };
  const [head, ...body] = shown.map(lineOf);
  const rule = [...widths, displayWidth(headings[last]!)].map((width) => '─'.repeat(width)).join(GAP);
  return [...head!, rule.slice(0, columns), ...body.flat()];
};

/** Numbers are compared digit below digit. */
const isNumber = (rows: RowsBlock['rows'], column: number): boolean =>
  rows.every((row) => /^[\d–<+−]/.test(row[column]!));
