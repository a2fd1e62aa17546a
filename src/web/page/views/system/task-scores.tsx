import { own } from '../../../../core/index.js';
import { format } from '../../../../platform/tables/index.js';
import type { Board, LeaderboardRow } from '../../../page-data/index.js';
import { linkTo } from '../../address.js';
import { Figure } from '../../parts/figure.js';
import { IntervalChart } from '../../parts/interval-chart.js';

interface TaskScoresProps {
  row: LeaderboardRow;
  rows: readonly LeaderboardRow[];
  board: Board;
  measure: string;
}

const meanOf = ({ interval }: LeaderboardRow, value: number) => ({
  ...{ name: 'mean of tasks', value, interval, strong: true, hollow: !interval },
});

/** The score on each task with its interval, and its place among all rows that have the task. */
export const TaskScores = ({ row, rows, board, measure }: TaskScoresProps) => {
  const scored = board.tasks.filter(({ name }) => Object.hasOwn(row.scores, name));
  const missing = board.tasks.filter((task) => !scored.includes(task));
  const placeOn = (task: string): string => {
    const all = rows.flatMap(({ scores }) => (Object.hasOwn(scores, task) ? [scores[task]!] : []));
    return all.length > 1
      ? `${1 + all.filter((score) => score > row.scores[task]!).length} of ${all.length}`
      : '';
  };
  const shown = [
    ...(row.mean === undefined || board.tasks.length < 2 ? [] : [meanOf(row, row.mean)]),
    ...scored.map(({ key, name }) => {
      const interval = own(row.intervals, name);
      return {
        name,
        value: row.scores[name]!,
        interval,
        hollow: !interval,
        note: placeOn(name),
        href: linkTo('task', [key], { board: board.name }),
      };
    }),
  ];
  return (
    <div>
      <Figure
        title={`${measure} by task`}
        name="system-tasks"
        data={shown.map(({ name, value, interval }) => ({
          task: name,
          score: value * 100,
          low: interval ? interval[0] * 100 : undefined,
          high: interval ? interval[1] * 100 : undefined,
        }))}
      >
        {shown.length > 0 ? (
          <IntervalChart
            rows={shown}
            label={`${measure} by task: ${shown.map(({ name, value }) => `${name} ${format.score(value)}`).join('; ')}`}
            names={[230, 0.5]}
          />
        ) : (
          <p className="note">No score by this measure.</p>
        )}
      </Figure>
      <p className="note">
        {row.source.group === 'own'
          ? 'Lines are 95 % intervals over queries. '
          : 'Hollow: published without per-query scores, so without intervals. '}
        The small number is its place among all rows that have the task; rows of other sources were run under
        other protocols.
        {missing.length > 0 && ` No complete score on ${missing.map(({ name }) => name).join(', ')}.`}
      </p>
    </div>
  );
};
