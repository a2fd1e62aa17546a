import type { ComparisonRow } from '../../../../evaluation/statistics/index.js';
import { format } from '../../../../platform/tables/index.js';
import type { BoardTask } from '../../../page-data/index.js';
import type { State } from '../../address.js';
import { Figure } from '../../parts/figure.js';
import { IntervalChart } from '../../parts/interval-chart.js';
import { isSupported } from './answer.js';
import type { CompareState } from './view-state.js';

interface DifferencesProps {
  rows: readonly ComparisonRow[];
  tasks: readonly BoardTask[];
  state: CompareState;
  link: (change: State) => string;
}

/** The difference on each task and overall, with intervals. A task leads to its queries below. */
export const Differences = ({ rows, tasks, state, link }: DifferencesProps) => {
  const shown = [
    ...rows.filter(({ kind }) => kind === 'mean of tasks'),
    ...rows.filter(({ kind }) => kind === 'task'),
  ];
  return (
    <>
      <Figure
        title="B − A by task, with 95 % intervals"
        name="compare-tasks"
        data={rows.map(({ over, queries, a, b, difference, interval, randomisation, pHolm }) => ({
          over,
          queries,
          a: a * 100,
          b: b * 100,
          difference: difference * 100,
          low: interval.low * 100,
          high: interval.high * 100,
          p: randomisation.p,
          pHolm,
        }))}
      >
        <IntervalChart
          rows={shown.map((row) => {
            const task = row.kind === 'task' ? tasks.find(({ name }) => name === row.over)?.key : undefined;
            return {
              name: row.over,
              value: row.difference,
              ...(row.queries > 1 && { interval: [row.interval.low, row.interval.high] as const }),
              hollow: !isSupported(row),
              strong: row.kind !== 'task',
              ...(task !== undefined && {
                href: link({ task: state.task === task ? undefined : task, open: undefined }),
                chosen: state.task === task,
              }),
            };
          })}
          label={`B − A: ${shown.map(({ over, difference }) => `${over} ${format.difference(difference)}`).join('; ')}`}
          difference
        />
      </Figure>
      <p className="note">
        Filled: a paired test supports the difference, its p corrected over all tasks (Holm, &lt; 0.05).
        Hollow: it does not. The intervals are of each task alone, so that one may leave out 0 and be hollow.
        A task’s name leads to its queries.
      </p>
    </>
  );
};
