import type { VectorEfficiency } from '../../../../analysis/leaderboard/index.js';
import { format } from '../../../../platform/tables/index.js';
import { DataTable } from '../../parts/data-table.js';
import { Figure } from '../../parts/figure.js';
import { differences, IntervalChart } from '../../parts/interval-chart.js';

type EfficiencyTableProps = { efficiency: VectorEfficiency };

/** What shorter and coarser vectors lose in quality and save in bytes and time. */
export const EfficiencyTable = ({ efficiency: { measure, rows, left } }: EfficiencyTableProps) => {
  const changed = rows.flatMap(({ name, change, bytesShare }) =>
    change ? [{ name, change, bytesShare }] : [],
  );
  return (
    <>
      <DataTable
        label="Efficiency"
        rows={rows}
        keyOf={({ system }) => system}
        rowClass={({ change }) => (change ? undefined : 'whole')}
        columns={[
          ['Vectors', ({ name }) => <bdi>{name}</bdi>],
          [measure, ({ mean }) => format.score(mean)],
          ['Change', ({ change }) => change && format.difference(change.difference)],
          ['95 % interval', ({ change }) => change && differences(change.interval)],
          ['Holm', ({ change }) => change && format.chance(change.pHolm)],
          ['Bytes a document', ({ bytesPerDocument }) => format.bytes(bytesPerDocument)],
          ['of whole', ({ bytesShare }) => `${(bytesShare * 100).toFixed(1)} %`],
          ['Time', ({ timeShare }) => (timeShare === undefined ? format.none : `${timeShare.toFixed(2)} ×`)],
          [
            'Front',
            ({ front }) => [...(front.bytes ? ['bytes'] : []), ...(front.seconds ? ['time'] : [])].join(', '),
          ],
        ]}
      />
      {changed.length > 0 && (
        <Figure
          title="Change from whole vectors, with 95 % intervals"
          name="nano-efficiency"
          data={changed.map(({ name, change, bytesShare }) => ({
            vectors: name,
            change: change.difference * 100,
            low: change.interval.low * 100,
            high: change.interval.high * 100,
            pHolm: change.pHolm,
            bytesShare,
          }))}
        >
          <IntervalChart
            rows={changed.map(({ name, change }) => ({
              name,
              value: change.difference,
              interval: [change.interval.low, change.interval.high],
              hollow: change.pHolm >= 0.05,
            }))}
            label={`Change from whole vectors: ${changed.map(({ name, change }) => `${name} ${format.difference(change.difference)}`).join('; ')}`}
            most={860}
            names={[320, 0.45]}
            difference
          />
        </Figure>
      )}
      <p className="note">
        Front: no other row is as good and as small, or as fast. Filled: a paired test supports the change
        after Holm’s correction.
        {left.length > 0 && ` Left out: ${left.join('; ')}.`}
      </p>
    </>
  );
};
