import { own } from '../../../../core/index.js';
import { format } from '../../../../platform/tables/index.js';
import type { Board, SystemPage } from '../../../page-data/index.js';
import { Figure } from '../../parts/figure.js';
import { IntervalChart } from '../../parts/interval-chart.js';
import { SliceChoice, slicePlace } from '../../parts/slice-choice.js';

/** The score on each part of the queries, parted in one of the ways. */
export const SystemSlices = ({
  page: { slices, sliceNotes, measure },
  wanted,
  families,
}: {
  page: SystemPage;
  wanted: string;
  families: Board['families'];
}) => {
  const place = slicePlace(slices, wanted);
  const { by, title, rows } = slices[place]!;
  return (
    <div>
      <Figure
        title={`${measure} by ${title}`}
        name={`system-${by}`}
        data={rows.map(({ name, queries, mean, interval }) => ({
          part: name,
          queries,
          mean: mean * 100,
          low: interval[0] * 100,
          high: interval[1] * 100,
        }))}
      >
        <IntervalChart
          rows={rows.map(({ name, queries, mean, interval }) => ({
            name: own(families, name) ?? name,
            note: format.count(queries),
            value: mean,
            // Of a single query the interval is a point, which would look like certainty.
            ...(queries > 1 ? { interval } : { hollow: true }),
          }))}
          label={`${measure} by ${title}: ${rows.map(({ name, mean }) => `${name} ${format.score(mean)}`).join('; ')}`}
          names={[290, 0.5]}
        />
      </Figure>
      <SliceChoice slices={slices} chosen={place} />
      <p className="note">
        The small number is how many queries; every query has the same weight.
        {sliceNotes.length > 0 && ` Not here: ${sliceNotes.join('; ')}.`}
      </p>
    </div>
  );
};
