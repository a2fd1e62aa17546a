import { useCallback, useMemo } from 'react';
import { own } from '../../../../core/index.js';
import { compareParts } from '../../../../evaluation/statistics/index.js';
import { format } from '../../../../platform/tables/index.js';
import type { Board, BoardSlices } from '../../../page-data/index.js';
import { Figure } from '../../parts/figure.js';
import { IntervalChart } from '../../parts/interval-chart.js';
import { useLater } from '../../parts/later.js';
import { SliceChoice, slicePlace } from '../../parts/slice-choice.js';
import { Loading } from '../../states.js';
import { isSupported } from './answer.js';
import type { PairedTask } from './pairs.js';

interface SlicesProps {
  sliced: BoardSlices;
  tasks: readonly PairedTask[];
  wanted: string;
  measure: string;
  families: Board['families'];
}

/** Where does B win: the difference on each part of the queries, parted in one of the ways. */
export const Slices = ({ sliced, tasks, wanted, measure, families }: SlicesProps) => {
  const place = slicePlace(sliced.slices, wanted);
  const slice = sliced.slices[place];
  const parts = useMemo(() => partsOf(sliced, place, tasks), [sliced, place, tasks]);
  const rows = useLater(useCallback(() => compareParts(parts), [parts]));
  if (!slice) return <p className="note">{sliced.notes.join('; ')}</p>;
  return (
    <>
      <SliceChoice slices={sliced.slices} chosen={place} />
      {rows ? (
        <Figure
          title={`B − A by ${slice.title}`}
          name={`compare-${slice.by}`}
          data={rows.map(({ name, queries, a, b, difference, interval, pHolm }) => ({
            part: name,
            queries,
            a: a * 100,
            b: b * 100,
            difference: difference * 100,
            low: interval.low * 100,
            high: interval.high * 100,
            pHolm,
          }))}
        >
          <IntervalChart
            rows={rows.map(({ name, queries, difference, interval, pHolm }) => ({
              name: own(families, name) ?? name,
              note: format.count(queries),
              value: difference,
              ...(queries > 1 && { interval: [interval.low, interval.high] as const }),
              hollow: !isSupported({ pHolm }),
            }))}
            label={`${measure}, B − A by ${slice.title}: ${rows.map(({ name, difference }) => `${name} ${format.difference(difference)}`).join('; ')}`}
            difference
          />
        </Figure>
      ) : (
        <Loading what="slices" />
      )}
      <p className="note">
        The small number is how many queries; every query has the same weight. Holm’s correction is over these
        rows.
        {sliced.notes.length > 0 && ` Not here: ${sliced.notes.join('; ')}.`}
      </p>
    </>
  );
};

const partsOf = ({ slices, tasks: sliced }: BoardSlices, place: number, tasks: readonly PairedTask[]) => {
  const names = slices[place]?.parts ?? [];
  const scores = names.map(() => ({ a: [] as number[], b: [] as number[] }));
  for (const { task, queries } of tasks) {
    const known = new Map(
      sliced.find((each) => each.task === task.key)?.queries.map(({ id, parts }) => [id, parts[place]]),
    );
    for (const { id, a, b } of queries) {
      const part = known.get(id);
      if (part === undefined) continue;
      scores[part]!.a.push(a);
      scores[part]!.b.push(b);
    }
  }
  return names.map((name, i) => ({ name, scores: scores[i]! })).filter(({ scores: { a } }) => a.length > 0);
};
