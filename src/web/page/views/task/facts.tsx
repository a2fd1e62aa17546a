import { format } from '../../../../platform/tables/index.js';
import type { TaskPage, TextSpread } from '../../../page-data/index.js';
import { Facts as FactList, List, Section } from '../../parts/texts.js';

const spread = ({ min, mean, median, max }: TextSpread): string =>
  `${median === undefined ? `mean ${mean.toFixed(1)}` : `median ${format.count(median)}, mean ${mean.toFixed(1)}`}; ${format.count(min)} to ${format.count(max)}`;

/** Counts, lengths and origin of a task. */
export const Facts = ({ page }: { page: TaskPage }) => {
  const { counts, positivesPerQuery, characters, source, licence, sameAs, notes } = page;
  const repeated = counts.documents - counts.uniqueDocuments;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Queries', format.count(counts.queries)],
    [
      'Documents',
      `${format.count(counts.documents)}${repeated > 0 ? `, ${format.count(repeated)} of them repeated texts` : ''}`,
    ],
    ['Judgements', format.count(counts.judgements)],
    ['Relevant per query', positivesPerQuery && spread(positivesPerQuery)],
    ['Characters of a query', characters && spread(characters.query)],
    ['Characters of a document', characters && spread(characters.document)],
    ['From', source],
    ['Licence', licence],
    ['Same data as', sameAs],
  ];
  return (
    <Section id="facts" title="Statistics">
      <FactList className="facts" of={facts} />
      <List className="note" of={notes} />
    </Section>
  );
};
