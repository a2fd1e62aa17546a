import { own } from '../../core/index.js';
import { latexText, scoreText } from '../../platform/tables/index.js';
import type { BoardRow } from './board.js';

/** A board as LaTeX prints it. */
export interface LatexView {
  readonly measure: string;
  readonly tasks: readonly string[];
  /** Column headings of tasks. */
  readonly headings: readonly string[];
  /** Headings of the tasks of the mean, where these are not all. */
  readonly meanOf?: readonly string[];
  /** What a paired test found of a row of one's own against the baseline, by system and column (`mean` or a task). */
  readonly daggers?: {
    readonly baseline: string;
    readonly of: ReadonlyMap<string, ReadonlyMap<string, 'better' | 'worse'>>;
  };
}

const DAGGERS = { better: '^{\\dagger}', worse: '^{\\ddagger}' } as const;

/**
 * A table for booktabs: best of a column bold, second underlined, 95 % intervals under the mean, daggers where a paired test with
 * correction found a difference from the baseline. A score of an incomplete result stands in brackets and wins nothing.
 */
export const latexTable = (rows: readonly BoardRow[], view: LatexView): string => {
  const { measure, tasks, headings, daggers } = view;
  const withSource = new Set(rows.map(({ source }) => source)).size > 1;
  const withMean = tasks.length > 1;
  const columns = [...(withMean ? ['mean'] : []), ...tasks];
  const scoreOf = (row: BoardRow, column: string): number | undefined =>
    column === 'mean' && withMean ? row.mean : own(row.scores, column);
  const places = new Map(columns.map((column) => [column, topTwo(rows.map((row) => scoreOf(row, column)))]));
  const line = (row: BoardRow): string =>
    [
      latexText(row.name),
      ...(withSource ? [latexText(row.source)] : []),
      ...columns.map((column) => {
        const cell = scoreCell(row, column, scoreOf(row, column), places.get(column)!, daggers);
        return column === 'mean' && row.interval ? withInterval(cell, row.interval) : cell;
      }),
    ].join(' & ');
  return [
    '% Needs \\usepackage{booktabs}',
    '\\begin{table}',
    '\\centering',
    `\\caption{${caption(rows, view)}}`,
    '\\small',
    '\\setlength{\\tabcolsep}{4pt}',
    `\\begin{tabular}{l${withSource ? 'l' : ''}${'r'.repeat(columns.length)}}`,
    '\\toprule',
    `${['System', ...(withSource ? ['Source'] : []), ...(withMean ? ['Mean'] : []), ...headings].map(latexText).join(' & ')} \\\\`,
    '\\midrule',
    ...rows.map((row) => `${line(row)} \\\\`),
    '\\bottomrule',
    '\\end{tabular}',
    `\\label{tab:${measure.replace(/[^A-Za-z0-9]/g, '-')}}`,
    '\\end{table}',
    '',
  ].join('\n');
};

const withInterval = (cell: string, [low, high]: readonly [number, number]): string =>
  `${cell} {\\scriptsize [${scoreText(low)}, ${scoreText(high)}]}`;

const scoreCell = (
  row: BoardRow,
  column: string,
  score: number | undefined,
  [best, second]: readonly [string | undefined, string | undefined],
  daggers: LatexView['daggers'],
): string => {
  const failed = own(row.incomplete, column);
  if (failed !== undefined) return `(${scoreText(failed)})`;
  if (score === undefined) return '--';
  const text = scoreText(score);
  const found = row.record && daggers?.of.get(row.record.system)?.get(column);
  const mark = found ? `$${DAGGERS[found]}$` : '';
  if (text === best) return `\\textbf{${text}}${mark}`;
  return text === second ? `\\underline{${text}}${mark}` : `${text}${mark}`;
};

/** As printed: what looks the same is marked the same. */
const topTwo = (
  scores: readonly (number | undefined)[],
): readonly [string | undefined, string | undefined] => {
  const known = [...new Set(scores.filter((score) => score !== undefined).map(scoreText))];
  const [best, second] = known.sort((a, b) => Number(b) - Number(a));
  return [best, second];
};

const caption = (rows: readonly BoardRow[], view: LatexView): string => {
  const { measure, tasks, headings, meanOf = headings, daggers } = view;
  const over = meanOf.join() === headings.join() ? 'the tasks' : meanOf.join(', ');
  const parts = [
    `${measure}, times 100.`,
    ...(tasks.length > 1 && rows.some(({ interval }) => interval)
      ? [`Mean over ${over} with its 95 % bootstrap interval.`]
      : []),
    'Best bold, second underlined.',
    ...(rows.some(({ incomplete }) => Object.keys(incomplete).length > 0)
      ? ['In brackets: incomplete, not counted.']
      : []),
  ].map(latexText);
  const tested = daggers
    ? [
        `$${DAGGERS.better}$ better, $${DAGGERS.worse}$ worse than ${latexText(daggers.baseline)} ` +
          '(paired randomisation test, Holm-corrected, $p < 0.05$).',
      ]
    : [];
  return [...parts, ...tested].join(' ');
};
