import type { ComparisonRow } from '../../../../evaluation/statistics/index.js';
import { format } from '../../../../platform/tables/index.js';
import { Scroll } from '../../parts/scroll.js';
import { isSupported } from './answer.js';

/** Every test with its figures, as `r2med compare` prints them. */
export const TestTable = ({ rows, measure }: { rows: readonly ComparisonRow[]; measure: string }) => (
  <Scroll label="Tests">
    <table className="plain tests">
      <thead>
        <tr>
          <th scope="col">{measure}</th>
          {['A', 'B', 'B − A', '95 % interval', 'p', 'Holm', 't-test', 'd_z', 'better / same / worse'].map(
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
          <tr key={row.over} className={isSupported(row) ? 'supported' : undefined}>
            <th scope="row">{row.over}</th>
            <td className="number">{format.score(row.a)}</td>
            <td className="number">{format.score(row.b)}</td>
            <td className="number difference">{format.difference(row.difference)}</td>
            <td className="number">
              {row.queries < 2
                ? format.none
                : `${format.difference(row.interval.low)} to ${format.difference(row.interval.high)}`}
            </td>
            <td className="number">{format.chance(row.randomisation.p)}</td>
            <td className="number">{format.chance(row.pHolm)}</td>
            <td className="number">{row.tTest ? format.chance(row.tTest.p) : format.none}</td>
            <td className="number">{row.effectSize?.toFixed(2).replace('-', '−') ?? format.none}</td>
            <td className="number">
              {row.wins} / {row.ties} / {row.losses}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </Scroll>
);
