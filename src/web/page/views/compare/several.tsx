import { type ComparisonRow, overallRow } from '../../../../evaluation/statistics/index.js';
import { format } from '../../../../platform/tables/index.js';
import type { LeaderboardRow } from '../../../page-data/index.js';
import type { State } from '../../address.js';
import { differences, IntervalChart } from '../../parts/interval-chart.js';
import { isSupported } from './answer.js';

interface SeveralProps {
  rows: readonly LeaderboardRow[];
  compared: readonly (readonly ComparisonRow[])[];
  measure: string;
  chosen: string;
  link: (change: State) => string;
}

/** Two or three systems against one: who is better, in a sentence and a chart whose names choose the one shown below. */
export const Several = ({ rows: [a, ...others], compared, measure, chosen, link }: SeveralProps) => {
  const overall = others.map((row, i) => ({ row, is: overallRow(compared[i]!) }));
  const better = overall.filter(({ is }) => isSupported(is) && is.difference > 0);
  const worse = overall.filter(({ is }) => isSupported(is) && is.difference < 0);
  const open = overall.filter(({ is }) => !isSupported(is));
  const listed = (each: typeof overall): string =>
    each
      .map(
        ({ row, is }) =>
          `${row.name} (${format.difference(is.difference)}, 95 % interval ${differences(is.interval)}, corrected p ${format.chance(is.pHolm!)})`,
      )
      .join(', ');
  return (
    <>
      <p className="lead answer">
        {better.length > 0
          ? `By ${measure}, better than chance allows: ${listed(better)}. `
          : `By ${measure}, none of these is shown to be better. `}
        {worse.length > 0 && `Worse: ${listed(worse)}. `}
        {open.length > 0 && `Not told apart from ${a!.name}: ${listed(open)}. `}p is corrected over the{' '}
        {overall.length} comparisons (Holm); intervals are of each alone.
      </p>
      <div className="chart overview">
        <IntervalChart
          rows={overall.map(({ row, is }) => ({
            name: row.name,
            value: is.difference,
            interval: [is.interval.low, is.interval.high],
            hollow: !isSupported(is),
            href: link({ b: row.key, open: undefined }),
            chosen: row.key === chosen,
          }))}
          label={`Difference from ${a!.name}: ${overall.map(({ row, is }) => `${row.name} ${format.difference(is.difference)}`).join('; ')}`}
          difference
        />
      </div>
    </>
  );
};
