import { printableLine } from '../../core/index.js';
import type { Column } from './column.js';

/** Columns as a Markdown table; what would end a cell is escaped. */
export const markdownTable = (columns: readonly Column[]): string => {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const rows =
    columns[0]?.cells.map((_, row) => line(columns.map(({ cells }) => escaped(cells[row]!)))) ?? [];
  const rule = columns.map(({ align }) => (align === 'left' ? '---' : '---:'));
  return [line(columns.map(({ heading }) => escaped(heading))), line(rule), ...rows].join('\n');
};

const escaped = (text: string): string =>
  printableLine(text.replace(/\s+/g, ' ')).replace(/[\\|`*_<>[\]]/g, '\\$&');
