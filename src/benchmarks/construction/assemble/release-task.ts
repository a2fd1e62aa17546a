import { byCodePoint, groupBy } from '../../../core/index.js';
import { sha256 } from '../../../platform/node/index.js';
import { type BuildItem, type JudgedCandidate, type Passage, tallied } from '../item.js';
import type { FamilyParts } from './read-parts.js';

/** One task of a release, as it will be searched and scored. */
export interface ReleaseTask {
  readonly name: string;
  readonly queries: readonly ReleaseQuery[];
  readonly documents: readonly Passage[];
  /** Items that have a query, but no relevant document: they are not in the task. */
  readonly withoutEvidence: readonly string[];
}

export interface ReleaseQuery {
  readonly item: BuildItem;
  readonly text: string;
  readonly relevant: readonly string[];
  /** Ids of candidates that the judges left open: neither relevant nor not. */
  readonly excluded: readonly string[];
}

export interface TaskSettings {
  /** `excluded`: left-open candidates stay in the corpus and are listed. `removed`: they are left out, unless relevant for another query. */
  readonly unjudged: 'excluded' | 'removed';
  /** Of documents. Ids of sources may follow those of the queries that cite them; hashes of texts follow nothing. */
  readonly order: 'id' | 'hash';
}

/** Joins queries, passages and judgements. Everything is in the order of its id, so that the order of work never shows, or documents in that of their hashes. */
export const releaseTask = (
  name: string,
  { items, passages, judged }: FamilyParts,
  { unjudged, order }: TaskSettings,
): ReleaseTask => {
  const byItem = groupBy(judged, ({ item }) => item);
  const known = new Set(passages.map(({ id }) => id));
  const all = items
    .filter(({ query }) => query !== undefined)
    .map((item): ReleaseQuery => {
      const own = (byItem.get(item.id) ?? []).filter(({ passage }) => known.has(passage));
      const labelled = (wanted: JudgedCandidate['label']): readonly string[] =>
        own
          .filter(({ label }) => label === wanted)
          .map(({ passage }) => passage)
          .sort(byCodePoint);
      return { item, text: item.query!, relevant: labelled('relevant'), excluded: labelled('unjudged') };
    })
    .sort((a, b) => byCodePoint(a.item.id, b.item.id));
  const queries = all.filter(({ relevant }) => relevant.length > 0);
  const relevant = new Set(queries.flatMap((query) => query.relevant));
  const open = new Set(unjudged === 'removed' ? queries.flatMap(({ excluded }) => excluded) : []);
  const documents = passages
    .filter(({ id }) => relevant.has(id) || !open.has(id))
    .map((passage) => ({ passage, place: order === 'hash' ? sha256(passage.text) : '' }))
    .sort((a, b) => byCodePoint(a.place, b.place) || byCodePoint(a.passage.id, b.passage.id))
    .map(({ passage }) => passage);
  const released = new Set(documents.map(({ id }) => id));
  return {
    name,
    queries: queries.map((query) => ({
      ...query,
      excluded: query.excluded.filter((id) => released.has(id)),
    })),
    documents,
    withoutEvidence: all.filter((query) => query.relevant.length === 0).map(({ item }) => item.id),
  };
};

/** Queries and documents as they were collected. */
export const textsOf = ({ queries, documents }: ReleaseTask) => [
  ...queries.map(({ item }) => item),
  ...documents,
];

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** Counts of a task, as its card and manifest have them. */
export type ReleaseStatistics = ReturnType<typeof statisticsOf>;

export const statisticsOf = ({ name, queries, documents, withoutEvidence }: ReleaseTask) => {
  const relevant = queries.map((query) => query.relevant.length);
  const systems = tallied(queries.map(({ item }) => item.bodySystem ?? 'not assigned'));
  return {
    task: name,
    queries: queries.length,
    documents: documents.length,
    judgements: relevant.reduce((sum, count) => sum + count, 0),
    /** Relevant documents per query. */
    relevant: { least: Math.min(...relevant), mean: rounded(mean(relevant)), most: Math.max(...relevant) },
    /** Pairs that the judges left open. */
    excluded: queries.reduce((sum, { excluded }) => sum + excluded.length, 0),
    /** Means, in characters. */
    queryCharacters: rounded(mean(queries.map(({ text }) => text.length))),
    documentCharacters: rounded(mean(documents.map(({ text }) => text.length))),
    bodySystems: Object.fromEntries([...systems].sort(([a], [b]) => (a < b ? -1 : 1))),
    withoutEvidence: withoutEvidence.length,
  };
};
