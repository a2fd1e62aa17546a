import type { AuditReport } from '../../../../experiment/record/index.js';
import { format } from '../../../../platform/tables/index.js';
import type { AuditPage, AuditRow } from '../../../page-data/index.js';
import { linkTo } from '../../address.js';
import { Facts, List, Section } from '../../parts/texts.js';
import { Command } from '../../states.js';
import type { ViewProps } from '../../view.js';
import { Checks } from './checks.js';
import { Dependence } from './dependence.js';
import { capital, intervalText } from './figure-axis.js';
import { Groups } from './figures.js';
import { Headline } from './headline.js';
import { Leakage } from './leakage.js';
import { Soundness } from './severity.js';

/** One audit: verdict, headline, findings, the figures behind it, dependence, leakage, and how it was made. */
export const Report = ({
  page: { row, report, verdict, headlineReading },
  index,
  address: { state },
}: ViewProps & { page: AuditPage }) => {
  const { reasoning, checks, leakage } = report;
  const headline = reasoning?.headline;
  const chosen = (name: string): string | null => state.get(name);
  return (
    <article className="audit-view">
      <p className="crumbs">
        <a href={linkTo('audit')}>Audits</a>
        <span aria-hidden="true">›</span> <bdi>{row.suite}</bdi>
        {row.task !== undefined && (
          <a className="task-link" href={linkTo('task', [row.task], { board: row.board })}>
            its task
          </a>
        )}
      </p>
      <div className="view-head">
        <div>
          <h1>
            Is <bdi>{row.name}</bdi> sound, and how far do words lead?
          </h1>
          <p className="lead">
            <Soundness row={row} />
            {verdict.slice(row.soundness.length)}{' '}
            {headline
              ? `Lexical gap ${format.figure(headline.mean, headline.unit)}, 95 % interval ${intervalText(headline)}.`
              : 'Its lexical gap was not computed.'}
          </p>
        </div>
        <Anchors row={row} answers={report.task.answers} />
      </div>
      {row.stale && (
        <div className="not-kept" role="note">
          <h2>This audit is stale</h2>
          <p>The task on this machine has other files than those that were audited. Audit it again.</p>
          {row.task !== undefined && row.board !== 'own' && (
            <Command
              words={[
                'audit',
                report.task.name,
                '--suite',
                row.suite,
                '--out',
                index.typed?.results ?? 'results',
              ]}
            />
          )}
        </div>
      )}
      <div className="two-columns">
        {headline && headlineReading !== undefined && (
          <Headline
            headline={headline}
            reading={headlineReading}
            row={row}
            open={chosen('figure') === headline.name}
            objections={chosen('figure') === 'objections'}
          />
        )}
        {checks.length > 0 && <Checks checks={checks} row={row} chosen={chosen('check')} />}
      </div>
      {reasoning && reasoning.groups.length > 0 && (
        <Groups groups={reasoning.groups} row={row} group={chosen('group')} figure={chosen('figure')} />
      )}
      {reasoning && (
        <Dependence dependence={reasoning.dependence} systems={index.systems} board={row.board} />
      )}
      <Leakage leakage={leakage} row={row} chosen={chosen('leak')} />
      <div className="two-columns">
        {reasoning && reasoning.missing.length > 0 && (
          <Section id="limits" title="Limits of these figures">
            <List of={reasoning.missing} />
          </Section>
        )}
        <Provenance report={report} />
      </div>
    </article>
  );
};

const Anchors = ({ row: { sizes }, answers }: { row: AuditRow; answers: number }) => (
  <Facts
    className="anchors"
    of={Object.entries({ ...sizes, answers }).map(([name, size]) => [capital(name), format.count(size)])}
  />
);

/** What can change a figure, and what was audited by what. */
const Provenance = ({ report: { task, settings, tool, at } }: { report: AuditReport }) => {
  const textOf = (value: (typeof settings)[string]): string =>
    typeof value === 'object' ? value.join(', ') : String(value);
  const facts: readonly (readonly [string, string])[] = [
    ...Object.entries(settings).map(([name, value]) => [name, textOf(value)] as const),
    ['made by', tool],
    ['at', `${at.slice(0, 16).replace('T', ' ')} UTC`],
    ['revision', task.revision],
    ['content', task.contentHash],
  ];
  return (
    <Section id="provenance" title="Settings and origin">
      <Facts of={facts.map(([name, value]) => [name, value || format.none])} />
    </Section>
  );
};
