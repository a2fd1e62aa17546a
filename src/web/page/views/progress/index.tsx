import { type DatedPoint, ProgressChart, screenPalette } from '../../../../analysis/charts/index.js';
import { format } from '../../../../platform/tables/index.js';
import type { Leaderboard } from '../../../page-data/index.js';
import { linkTo } from '../../address.js';
import { Figure } from '../../parts/figure.js';
import { useLeaderboard } from '../../resources.js';
import { Empty, Ready } from '../../states.js';
import type { View, ViewProps } from '../../view.js';

const ProgressView = ({ board }: ViewProps) => (
  <Ready of={useLeaderboard(board)} what="progress over time">
    {(found) => <Progress table={found} />}
  </Ready>
);

const Progress = ({ table: { board, measure, rows } }: { table: Leaderboard }) => {
  const points = rows.flatMap((row): readonly DatedPoint[] =>
    row.mean === undefined || row.date === undefined || row.running
      ? []
      : [
          {
            key: row.key,
            name: row.name,
            kind: row.kind,
            own: row.source.group === 'own',
            date: row.date,
            score: row.mean,
            interval: row.interval,
            href: linkTo('leaderboard', [], { board: board.name, about: row.key }),
          },
        ],
  );
  const published = points.filter(({ own }) => !own);
  const undated = rows.filter(({ mean, date }) => mean !== undefined && date === undefined).length;
  if (points.length === 0)
    return (
      <Empty title="No dated row yet">
        <p>{board.title} has no row with a mean over all tasks and a date.</p>
      </Empty>
    );
  return (
    <>
      <h1>How far has it come?</h1>
      <p className="lead">{leadText(published, measure.name)}</p>
      <Figure
        title={`Best ${measure.name} on ${board.title}, by date and kind`}
        data={points.map(({ name, kind, own, date, score, interval }) => ({
          system: name,
          kind,
          source: own ? 'own' : 'published',
          date: format.day(date),
          score: score * 100,
          low: interval ? interval[0] * 100 : undefined,
          high: interval ? interval[1] * 100 : undefined,
        }))}
        name="progress"
      >
        <ProgressChart points={points} measure={measure.name} palette={screenPalette} />
      </Figure>
      <p className="note">
        A step is a published row that was better than all of its kind before. Hollow marks are published
        rows, filled ones are yours, with 95 % intervals. Rows of different sources were run under different
        protocols.
        {undated > 0 && ` ${undated} rows have no date and are left out.`}
      </p>
    </>
  );
};

const leadText = (published: readonly DatedPoint[], measure: string): string => {
  if (published.length === 0) return 'Only your own rows have dates here.';
  const sorted = [...published].sort((a, b) => (a.date < b.date ? -1 : 1));
  const first = sorted
    .filter(({ date }) => date === sorted[0]!.date)
    .reduce((a, b) => (b.score > a.score ? b : a));
  const best = sorted.reduce((a, b) => (b.score > a.score ? b : a));
  if (best.key === first.key)
    return `The best published ${measure} is ${format.score(best.score)}: ${best.name}.`;
  return `From ${format.score(first.score)} in ${first.date.slice(0, 7)} (${first.name}) to ${format.score(best.score)} in ${best.date.slice(0, 7)} (${best.name}).`;
};

/** How fast does the best published score move, and in which kind of system? */
export const progress: View = {
  name: 'progress',
  title: 'Progress',
  listed: () => true,
  Component: ProgressView,
};
