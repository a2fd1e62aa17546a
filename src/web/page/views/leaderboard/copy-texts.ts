import { type BoardRow, latexTable } from '../../../../analysis/leaderboard/index.js';
import { csvText, format, markdownTable } from '../../../../platform/tables/index.js';
import type { Leaderboard, LeaderboardRow } from '../../../page-data/index.js';
import type { BoardColumn } from './columns.js';

/** The table as it is shown, in the formats that people paste. Made when asked for. */
export const copyTexts = (
  { measure, board }: Leaderboard,
  rows: readonly LeaderboardRow[],
  columns: readonly BoardColumn[],
): Readonly<Record<'Markdown' | 'LaTeX' | 'CSV', () => string>> => {
  const finished = rows.filter(({ running }) => !running);
  const tasks = columns.flatMap(({ task }) => (task ? [task] : []));
  return {
    Markdown: () =>
      `${markdownTable([
        { heading: 'System', align: 'left', cells: finished.map(({ name }) => name) },
        { heading: 'Mean', align: 'right', cells: finished.map(({ mean }) => format.score(mean)) },
        ...(finished.some(({ interval }) => interval)
          ? [
              {
                heading: '95 % interval',
                align: 'right' as const,
                cells: finished.map(({ interval }) => format.interval(interval)),
              },
            ]
          : []),
        ...columns.map((column) => ({
          heading: column.heading,
          align: 'right' as const,
          cells: finished.map((row) => column.text(row)),
        })),
        { heading: 'Source', align: 'left', cells: finished.map(sourceOf) },
        { heading: 'Note', align: 'left', cells: finished.map(({ marks }) => marks.join(', ')) },
      ])}\n\n${measure.name} × 100 on ${board.title}.\n`,
    LaTeX: () =>
      latexTable(finished.map(boardRow), {
        measure: measure.name,
        tasks: tasks.map(({ name }) => name),
        headings: tasks.map(({ short }) => short),
      }),
    CSV: () =>
      csvText([
        [
          'system',
          'source',
          'measure',
          'mean',
          'interval low',
          'interval high',
          ...columns.map(({ title }) => title),
          'date',
          'notes',
          'protocol',
        ],
        ...finished.map((row) => [
          row.name,
          sourceOf(row),
          measure.name,
          row.mean,
          row.interval?.[0],
          row.interval?.[1],
          ...columns.map((column) => column.value(row)),
          row.date,
          row.marks.join('; '),
          row.protocol,
        ]),
      ]),
  };
};

const sourceOf = ({ source }: LeaderboardRow): string => (source.group === 'own' ? 'here' : source.name);

const boardRow = (row: LeaderboardRow): BoardRow => ({
  name: row.name,
  source: sourceOf(row),
  ...(row.mean !== undefined && { mean: row.mean }),
  ...(row.interval && { interval: row.interval }),
  scores: row.scores,
  incomplete: row.incomplete,
  marks: row.marks,
});
