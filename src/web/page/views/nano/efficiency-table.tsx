import { IntervalRows, screenPalette } from '../../../../analysis/charts/index.js';
import type { VectorEfficiency } from '../../../../analysis/leaderboard/index.js';
import { format } from '../../../../platform/tables/index.js';
import { Figure } from '../../parts/figure.js';
import { Measured } from '../../parts/measured.js';
import { Scroll } from '../../parts/scroll.js';

/** What shorter and coarser vectors lose in quality and save in bytes and time. */
export const EfficiencyTable = ({
  efficiency: { measure, rows, left },
}: {
  efficiency: VectorEfficiency;
}) => {
  const changed = rows.flatMap(({ name, change, bytesShare }) =>
    change ? [{ name, change, bytesShare }] : [],
  );
  return (
    <>
      <Scroll label="Efficiency">
        <table className="plain">
          <thead>
            <tr>
              <th scope="col">Vectors</th>
              {[
                measure,
                'Change',
                '95 % interval',
                'Holm',
                'Bytes a document',
                'of whole',
                'Time',
                'Front',
              ].map((title) => (
                <th key={title} scope="col" className="number">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ system, name, mean, change, bytesPerDocument, bytesShare, timeShare, front }) => (
              <tr key={system} className={change ? undefined : 'whole'}>
                <th scope="row">
                  <bdi>{name}</bdi>
                </th>
                <td className="number">{format.score(mean)}</td>
                <td className="number">{change ? format.difference(change.difference) : ''}</td>
                <td className="number">
                  {change
                    ? `${format.difference(change.interval.low)} to ${format.difference(change.interval.high)}`
                    : ''}
                </td>
                <td className="number">{change ? format.chance(change.pHolm) : ''}</td>
                <td className="number">{format.bytes(bytesPerDocument)}</td>
                <td className="number">{`${(bytesShare * 100).toFixed(1)} %`}</td>
                <td className="number">
                  {timeShare === undefined ? format.none : `${timeShare.toFixed(2)} ×`}
                </td>
                <td className="number">
                  {[...(front.bytes ? ['bytes'] : []), ...(front.seconds ? ['time'] : [])].join(', ')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
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
          <Measured>
            {(width) => (
              <IntervalRows
                rows={changed.map(({ name, change }) => ({
                  name,
                  value: change.difference,
                  interval: [change.interval.low, change.interval.high],
                  hollow: change.pHolm >= 0.05,
                }))}
                label={`Change from whole vectors: ${changed.map(({ name, change }) => `${name} ${format.difference(change.difference)}`).join('; ')}`}
                palette={screenPalette}
                width={Math.min(width, 860)}
                names={Math.min(320, width * 0.45)}
                zero
                difference
              />
            )}
          </Measured>
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
