import { type FailureKind, failureKinds } from '../../../../analysis/failures/index.js';
import { counted } from '../../../../core/index.js';
import { format } from '../../../../platform/tables/index.js';
import type { Key } from '../../../page-data/index.js';
import { Section } from '../../parts/texts.js';
import { KINDS, type Outcome } from './kinds-of.js';
import type { SystemKinds } from './kinds-table.js';

interface FailedQueriesProps {
  system: SystemKinds;
  /** Undefined for all failures. */
  kind: FailureKind | undefined;
  cutoff: number;
  link: (kind?: FailureKind) => string;
  queryLink: (query: Key) => string;
}

/** The queries of one kind, or all that failed; each leads to why. */
export const FailedQueries = ({ system, kind, cutoff, link, queryLink }: FailedQueriesProps) => {
  const { of, outcomes, counts } = system;
  const failed = outcomes.length - counts.found;
  const shown = outcomes.filter((each) => (kind === undefined ? each.kind !== 'found' : each.kind === kind));
  return (
    <Section
      id="failed"
      title={
        <>
          {kind === undefined ? 'All failures' : failureKinds[kind].title} in <bdi>{of.name}</bdi>
        </>
      }
      small={counted(shown.length, 'query', 'queries')}
    >
      <p className="note">
        {kind === undefined
          ? `No relevant document is among the first ${format.count(cutoff)}.`
          : `${failureKinds[kind].rule(cutoff)[0]!.toUpperCase()}${failureKinds[kind].rule(cutoff).slice(1)}.`}
      </p>
      <nav className="choice no-print" aria-label="Kind">
        <a href={link()} aria-current={kind === undefined ? 'true' : undefined}>
          All failures {format.count(failed)}
        </a>
        {KINDS.filter((each) => counts[each] > 0).map((each) => (
          <a key={each} href={link(each)} aria-current={kind === each ? 'true' : undefined}>
            {failureKinds[each].title} {format.count(counts[each])}
          </a>
        ))}
      </nav>
      {shown.length === 0 && <p className="note">No query is like that.</p>}
      <ol className="failed-queries">
        {shown.map((each) => (
          <Entry
            key={each.query.query}
            of={each}
            withKind={kind === undefined}
            href={queryLink(each.query.query)}
          />
        ))}
      </ol>
    </Section>
  );
};

type EntryProps = { of: Outcome; withKind: boolean; href: string };
const Entry = ({ of: { query, kind, best, before }, withKind, href }: EntryProps) => {
  const facts = [
    ...(withKind ? [failureKinds[kind].title] : []),
    best === null ? 'not returned' : `best at ${format.count(best)}`,
    ...(before === undefined
      ? []
      : [before === null ? 'not returned before reranking' : `at ${format.count(before)} before reranking`]),
    `${format.count(query.relevant)} relevant`,
  ];
  return (
    <li>
      <a href={href}>
        <b>
          <bdi>{query.id}</bdi>
        </b>
        <span dir="auto">{query.preview || 'Its text is not on this machine.'}</span>
        <small>{facts.join(' · ')}</small>
      </a>
    </li>
  );
};
