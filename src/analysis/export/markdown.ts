import { own, printableLine } from '../../core/index.js';
import { scoreText, type TableColumn, table } from '../../platform/tables/index.js';
import { type BoardRow, boardRows, meanLine } from '../leaderboard/index.js';
import type { ExportFormat, ExportInput } from './format.js';

/** A table for a README or an issue. */
export const markdown: ExportFormat = {
  summary: 'leaderboard.md, a table for a README',
  files: async (input) => ({ files: [{ path: 'leaderboard.md', content: text(input) }], notes: [] }),
};

const text = ({ table: board, published, headings }: ExportInput): string => {
  const { measure, tasks } = board;
  const rows = boardRows(board, published);
  const shown = table(rows, [
    [measure, ({ name }) => name, 'left'],
    published.length > 0 && ['source', ({ source }) => source, 'left'],
    tasks.length > 1 && ['mean of tasks', ({ mean }) => scoreText(mean)],
    tasks.length > 1 && [
      '95 % interval',
      ({ interval }) => interval && `${scoreText(interval[0])} – ${scoreText(interval[1])}`,
    ],
    ...tasks.map(
      (task, i): TableColumn<BoardRow> => [
        headings[i]!,
        ({ scores, incomplete }) => {
          const failed = own(incomplete, task);
          return failed === undefined ? scoreText(own(scores, task)) : `(${scoreText(failed)})`;
        },
      ],
    ),
    rows.some(({ marks }) => marks.length > 0) && ['note', ({ marks }) => marks.join(', '), 'left'],
  ]);
  const brackets = rows.some(({ incomplete }) => Object.keys(incomplete).length > 0)
    ? ' In brackets: incomplete, since work failed; not counted.'
    : '';
  const head = meanLine(board);
  return `${head && `${printableLine(head)}.\n\n`}${shown.markdown()}\n\nScores times 100.${brackets}\n`;
};
