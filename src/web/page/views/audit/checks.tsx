import { counted } from '../../../../core/index.js';
import { type AuditCheck, type AuditExample, findingsOf } from '../../../../experiment/record/index.js';
import { format } from '../../../../platform/tables/index.js';
import type { AuditRow } from '../../../page-data/index.js';
import { Quoted, Section } from '../../parts/texts.js';
import { QueryName } from './pairs.js';
import { Severity } from './severity.js';
import { Unfold } from './unfold.js';

interface ChecksProps {
  checks: readonly AuditCheck[];
  row: AuditRow;
  /** The check that the address names. */
  chosen: string | null;
}

/** Is it sound? What was found, of how many, with what to do and the first of it. */
export const Checks = ({ checks, row, chosen }: ChecksProps) => {
  const found = findingsOf({ checks });
  const clear = checks.filter((check) => check.found === 0 && check.notApplicable === undefined);
  const unanswered = checks.filter((check) => check.notApplicable !== undefined);
  return (
    <Section id="sound" title="Is it sound?" small={`${format.count(checks.length)} checks`}>
      {checks.map(
        ({ name, tested }) =>
          tested !== undefined && (
            <p key={name}>
              <bdi>{tested}</bdi>
            </p>
          ),
      )}
      {found.length === 0 && <p className="note">No check found anything.</p>}
      {found.map((check) => (
        <Unfold
          key={check.name}
          state="check"
          value={check.name}
          open={chosen === check.name}
          className="check"
          summary={
            <>
              <Severity of={check.severity} />
              <span className="check-title">{check.title}</span>
              <span className="check-count">
                <b>{format.count(check.found)}</b> of {format.count(check.of)} {check.unit}{' '}
                <small>{format.share(check.found, check.of)}</small>
              </span>
            </>
          }
        >
          <div className="figure-details">
            <p>
              <bdi>{check.definition}</bdi>
            </p>
            {check.fix !== undefined && (
              <p>
                <b>What to do.</b> <bdi>{check.fix}</bdi>
              </p>
            )}
            <Examples check={check} row={row} />
          </div>
        </Unfold>
      ))}
      {clear.length > 0 && (
        <Others title={`${counted(clear.length, 'check')} found nothing`} checks={clear} />
      )}
      {unanswered.length > 0 && (
        <Others title={`${unanswered.length} could not be answered`} checks={unanswered} />
      )}
    </Section>
  );
};

const Examples = ({ check: { examples, found, name }, row }: { check: AuditCheck; row: AuditRow }) => (
  <>
    <p className="note">
      <code>{name}</code>
      {found > examples.length && ` · the first ${examples.length} of ${format.count(found)}`}
    </p>
    <ol className="found-list">
      {examples.map((example, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two findings may be alike
        <li key={i}>
          <Example of={example} row={row} />
        </li>
      ))}
    </ol>
  </>
);

type ExampleProps = { of: AuditExample; row: AuditRow };
const Example = ({ of: { query, documents = [], detail, text }, row }: ExampleProps) => (
  <>
    <p className="pair-name">
      {query !== undefined && (
        <>
          query <QueryName id={query} row={row} />{' '}
        </>
      )}
      {documents.length > 0 && (
        <>
          {documents.length === 1 ? 'document' : 'documents'} <bdi>{documents.join(', ')}</bdi>
        </>
      )}{' '}
      <small>
        <bdi>{detail}</bdi>
      </small>
    </p>
    {text !== undefined && <Quoted className="document">{text}</Quoted>}
  </>
);

/** Checks without findings: what each would have counted. */
const Others = ({ title, checks }: { title: string; checks: readonly AuditCheck[] }) => (
  <details className="fold">
    <summary>{title}</summary>
    <dl className="definitions">
      {checks.map(({ name, title: of, definition, notApplicable, severity }) => (
        <div key={name}>
          <dt>
            {of} <Severity of={severity} />
          </dt>
          <dd>
            {notApplicable !== undefined && (
              <>
                <b>Not applicable:</b> <bdi>{notApplicable}</bdi>.{' '}
              </>
            )}
            <bdi>{definition}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  </details>
);
