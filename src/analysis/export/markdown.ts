import { own } from '../../core/index.js';
import { type Column, markdownTable, scoreText } from '../../platform/tables/index.js';
import { type BoardRow, boardRows } from '../leaderboard/index.js';
import type { ExportFormat, ExportInput } from './format.js';

/** A table for a README or an issue. */
export const markdown: ExportFormat = {
  summary: 'leaderboard.md, a table for a README',
  files: async (input) => ({ files: [{ path: 'leaderboard.md', content: text(input) }], notes: [] }),
};

const text = ({ table, published, headings }: ExportInput): string => {
  const { measure, tasks } = table;
  const rows = boardRows(table, published);
  const column = (heading: string, align: Column['align'], cell: (row: BoardRow) => string): Column => ({
    heading,
    align,
    cells: rows.map(cell),
  });
  const columns = [
    column(measure, 'left', ({ name }) => name),
    ...(published.length > 0 ? [column('source', 'left', ({ source }) => source)] : []),
    ...(tasks.length > 1
      ? [
          column('mean of tasks', 'right', ({ mean }) => scoreText(mean)),
          column('95 % interval', 'right', ({ interval }) =>
            interval ? `${scoreText(interval[0])} – ${scoreText(interval[1])}` : '',
          ),
        ]
      : []),
    ...tasks.map((task, i) =>
      column(headings[i]!, 'right', ({ scores, incomplete }) => {
        const failed = own(incomplete, task);
        return failed === undefined ? scoreText(own(scores, task)) : `(${scoreText(failed)})`;
      }),
    ),
    ...(rows.some(({ marks }) => marks.length > 0)
      ? [column('note', 'left', ({ marks }) => marks.join(', '))]
      : []),
  ];
  const brackets = rows.some(({ incomplete }) => Object.keys(incomplete).length > 0)
    ? ' In brackets: incomplete, since work failed; not counted.'
    : '';
  return `${markdownTable(columns)}\n\nScores times 100.${brackets}\n`;
};
