import { counted } from '../../../../core/index.js';
import type { LeakagePart, LeakageReport } from '../../../../experiment/record/index.js';
import { format } from '../../../../platform/tables/index.js';
import type { AuditRow } from '../../../page-data/index.js';
import { Notes, Quoted, Section } from '../../parts/texts.js';
import { QueryName } from './pairs.js';
import { Unfold } from './unfold.js';

/** How a report names a task that is compared with itself. */
const ITSELF = 'itself';

interface LeakageProps {
  leakage: readonly LeakageReport[];
  row: AuditRow;
  /** The part that the address names. */
  chosen: string | null;
}

/** What it shares with other collections, with the pairs. */
export const Leakage = ({ leakage, row, chosen }: LeakageProps) => {
  if (leakage.length === 0) return null;
  return (
    <Section id="leakage" title="What does it share with others?">
      {leakage.map((report) => (
        <Collection key={report.with} of={report} row={row} chosen={chosen} />
      ))}
    </Section>
  );
};

type CollectionProps = { of: LeakageReport; row: AuditRow; chosen: string | null };
const Collection = ({ of: { with: other, texts, parts, notes }, row, chosen }: CollectionProps) => {
  const found = parts.filter((part) => part.found > 0);
  const clear = parts.filter((part) => part.found === 0);
  return (
    <div className="collection">
      <h3>
        <bdi>{other === ITSELF ? 'Its own queries' : other}</bdi>{' '}
        <small>
          {format.count(texts)} {other === ITSELF ? 'queries' : 'texts'} compared
          {found.length === 0 && ', nothing shared'}
        </small>
      </h3>
      {found.map((part) => {
        const value = `${other} ${part.name} ${part.rule}`;
        return (
          <Unfold
            key={value}
            state="leak"
            value={value}
            open={chosen === value}
            className="check"
            summary={
              <>
                <span className="rule">{part.rule}</span>
                <span className="check-title">{part.name}</span>
                <span className="check-count">
                  <b>{format.count(part.found)}</b> of {format.count(part.of)}{' '}
                  <small>{format.share(part.found, part.of)}</small>
                </span>
              </>
            }
          >
            <Leaked of={part} row={row} />
          </Unfold>
        );
      })}
      {clear.length > 0 && (
        <details className="fold">
          <summary>{counted(clear.length, 'rule')} found nothing</summary>
          <dl className="definitions">
            {clear.map(({ name, rule, definition }) => (
              <div key={`${name} ${rule}`}>
                <dt>
                  {name}, {rule}
                </dt>
                <dd>
                  <bdi>{definition}</bdi>
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      <Notes of={notes} />
    </div>
  );
};

const Leaked = ({
  of: { definition, examples, found, name, rule },
  row,
}: {
  of: LeakagePart;
  row: AuditRow;
}) => (
  <div className="figure-details">
    <p>
      <bdi>{definition}</bdi>
    </p>
    {found > examples.length && (
      <p className="note">
        The first {examples.length} of {format.count(found)}:
      </p>
    )}
    <ol className="found-list">
      {examples.map(({ here, there, share, text }) => (
        <li key={`${here} ${there}`}>
          <p className="pair-name">
            {name.startsWith('queries') ? <QueryName id={here} row={row} /> : <bdi>{here}</bdi>}{' '}
            <small>
              {rule === 'holds' ? 'holds' : 'in'} <bdi>{there}</bdi> · {format.share(share, 1)}
            </small>
          </p>
          <Quoted className="document">{text}</Quoted>
        </li>
      ))}
    </ol>
  </div>
);
