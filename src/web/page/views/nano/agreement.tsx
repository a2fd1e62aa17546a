import type { Estimate } from '../../../../evaluation/statistics/index.js';
import { format } from '../../../../platform/tables/index.js';
import type { NanoAgreement } from '../../../page-data/index.js';
import { DataTable } from '../../parts/data-table.js';
import { Figure } from '../../parts/figure.js';
import { IntervalChart } from '../../parts/interval-chart.js';
import { List } from '../../parts/texts.js';

/** A correlation. */
export const three = (value: number): string => value.toFixed(3).replace('-', '−');

const estimate = (of: Estimate | undefined, text: (value: number) => string): string =>
  of ? `${text(of.value)} (${text(of.interval.low)} to ${text(of.interval.high)})` : format.none;

const SAID = {
  both: 'in both sets',
  full: 'in the full set',
  nano: 'in the small set',
  neither: 'no',
} as const;

type AgreementProps = { agreement: NanoAgreement };

/** One full set against one small one: ranks, shifts with intervals, correlations, and the pairs that swap. */
export const Agreement = ({ agreement: { full, nano, measure, rows, notes } }: AgreementProps) => {
  const overall = rows[0]!;
  const systems = [...overall.systems].sort((a, b) => b.full - a.full);
  const rank = (set: 'full' | 'nano', value: number): number =>
    1 + systems.filter((system) => system[set] > value).length;
  return (
    <section>
      <h2>
        {full} against {nano}{' '}
        <small>
          {measure}, {overall.over}
        </small>
      </h2>
      <div className="two">
        <DataTable
          label="Scores in both sets"
          rows={systems}
          keyOf={({ system }) => system}
          columns={[
            ['System', ({ system }) => <bdi>{system}</bdi>],
            ['Full', (each) => format.score(each.full)],
            ['Small', (each) => format.score(each.nano)],
            ['Rank', (each) => `${rank('full', each.full)} → ${rank('nano', each.nano)}`],
          ]}
        />
        <Figure
          title="Small − full, with 95 % intervals"
          name="nano-shifts"
          data={systems.map(({ system, shift, ...scores }) => ({
            system,
            full: scores.full * 100,
            nano: scores.nano * 100,
            shift: shift.value * 100,
            low: shift.interval.low * 100,
            high: shift.interval.high * 100,
          }))}
        >
          <IntervalChart
            rows={systems.map(({ system, shift }) => ({
              name: system,
              value: shift.value,
              interval: [shift.interval.low, shift.interval.high],
              // A shift is of the sets, not of the systems: no system wins by it.
              hollow: true,
            }))}
            label={`Small − full: ${systems.map(({ system, shift }) => `${system} ${format.difference(shift.value)}`).join('; ')}`}
            difference
          />
        </Figure>
      </div>
      <DataTable
        label="Agreement by task"
        rows={rows}
        keyOf={({ over }) => over}
        columns={[
          ['Agreement, with 95 % intervals', ({ over }) => over],
          ['Queries, full / small', ({ queries }) => `${queries.full} / ${queries.nano}`],
          ['Spearman’s ρ', ({ spearman }) => estimate(spearman, three)],
          ['Kendall’s τ-b', ({ kendall }) => estimate(kendall, three)],
          ['Swaps', ({ swaps, pairs }) => `${swaps.length} of ${pairs}`],
          ['Supported', ({ swaps }) => swaps.filter(({ significant }) => significant !== 'neither').length],
          ['Shift', ({ shift }) => estimate(shift, format.difference)],
        ]}
      />
      {overall.swaps.length > 0 && (
        <ul className="swaps">
          {overall.swaps.map(({ ahead, behind, full: inFull, nano: inNano, significant }) => (
            <li key={`${ahead} ${behind}`}>
              <b>{ahead}</b> leads <b>{behind}</b> by {format.difference(inFull.difference)} in the full set
              and {format.difference(inNano.difference)} in the small one; supported by a test:{' '}
              {SAID[significant]}.
            </li>
          ))}
        </ul>
      )}
      <p className="note">
        Intervals are over queries, not over systems. A swap counts as supported where a paired randomisation
        test gives p &lt; 0.05 after Holm’s correction.
      </p>
      {notes.length > 0 && (
        <details className="note">
          <summary>
            {notes.length} {notes.length === 1 ? 'note' : 'notes'}
          </summary>
          <List of={notes} />
        </details>
      )}
    </section>
  );
};
