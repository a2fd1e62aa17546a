import { IntervalRows, screenPalette } from '../../../../analysis/charts/index.js';
import type { Estimate } from '../../../../evaluation/statistics/index.js';
import { format } from '../../../../platform/tables/index.js';
import type { NanoAgreement } from '../../../page-data/index.js';
import { Figure } from '../../parts/figure.js';
import { Measured } from '../../parts/measured.js';
import { Scroll } from '../../parts/scroll.js';

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

/** One full set against one small one: ranks, shifts with intervals, correlations, and the pairs that swap. */
export const Agreement = ({
  agreement: { full, nano, measure, rows, notes },
}: {
  agreement: NanoAgreement;
}) => {
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
        <Scroll label="Scores in both sets">
          <table className="plain">
            <thead>
              <tr>
                <th scope="col">System</th>
                {['Full', 'Small', 'Rank'].map((title) => (
                  <th key={title} scope="col" className="number">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {systems.map((system) => (
                <tr key={system.system}>
                  <th scope="row">
                    <bdi>{system.system}</bdi>
                  </th>
                  <td className="number">{format.score(system.full)}</td>
                  <td className="number">{format.score(system.nano)}</td>
                  <td className="number">
                    {rank('full', system.full)} → {rank('nano', system.nano)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
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
          <Measured>
            {(width) => (
              <IntervalRows
                rows={systems.map(({ system, shift }) => ({
                  name: system,
                  value: shift.value,
                  interval: [shift.interval.low, shift.interval.high],
                  // A shift is of the sets, not of the systems: nobody wins by it.
                  hollow: true,
                }))}
                label={`Small − full: ${systems.map(({ system, shift }) => `${system} ${format.difference(shift.value)}`).join('; ')}`}
                palette={screenPalette}
                width={Math.min(width, 680)}
                zero
                difference
              />
            )}
          </Measured>
        </Figure>
      </div>
      <Scroll label="Agreement by task">
        <table className="plain">
          <thead>
            <tr>
              <th scope="col">Agreement, with 95 % intervals</th>
              {['Queries, full / small', 'Spearman’s ρ', 'Kendall’s τ-b', 'Swaps', 'Supported', 'Shift'].map(
                (title) => (
                  <th key={title} scope="col" className="number">
                    {title}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.over}>
                <th scope="row">{row.over}</th>
                <td className="number">
                  {row.queries.full} / {row.queries.nano}
                </td>
                <td className="number">{estimate(row.spearman, three)}</td>
                <td className="number">{estimate(row.kendall, three)}</td>
                <td className="number">
                  {row.swaps.length} of {row.pairs}
                </td>
                <td className="number">
                  {row.swaps.filter(({ significant }) => significant !== 'neither').length}
                </td>
                <td className="number">{estimate(row.shift, format.difference)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
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
          <ul>
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
};
