import {
  type Corpus,
  type DocId,
  type Document,
  documentsById,
  fullText,
  type Query,
  type Ranking,
} from '../../core/index.js';

/** Hits that a feature looks at. */
const FIRST = 10;

/** A query and what the two systems found for it, where the feature reads that. */
interface Measured {
  readonly query: Query;
  readonly lists: readonly [Ranking, Ranking];
}

/** Something that is known of a query when it is asked. It sees no judgement. */
export interface Feature {
  readonly name: FeatureName;
  /** Whose lists it reads: 0 the first system, 1 the second. */
  readonly reads: readonly (0 | 1)[];
  measure(queries: readonly Measured[], corpus: Corpus): Promise<readonly number[]>;
}

type FeatureName = 'length' | 'overlap' | 'agreement';

/** In the order in which they are measured: what costs less comes first. */
export const FEATURES: readonly Feature[] = [
  {
    name: 'length',
    reads: [],
    measure: async (queries) => queries.map(({ query }) => query.text.split(/\s+/u).filter(Boolean).length),
  },
  {
    name: 'overlap',
    reads: [0],
    measure: async (queries, corpus) => {
      const found = new Set(queries.flatMap(({ lists }) => idsOf(lists[0])));
      const documents = await documentsById(corpus, found);
      return queries.map(({ query, lists }) => {
        const said = new Set(idsOf(lists[0]).flatMap((id) => wordsOf(documents.get(id))));
        const asked = [...new Set(words(query.text))];
        return shareOf(asked.filter((word) => said.has(word)).length, asked.length);
      });
    },
  },
  {
    name: 'agreement',
    reads: [0, 1],
    measure: async (queries) =>
      queries.map(({ lists }) => {
        const [first, second] = lists.map(idsOf) as [readonly DocId[], readonly DocId[]];
        return shareOf(
          first.filter((id) => second.includes(id)).length,
          Math.max(first.length, second.length),
        );
      }),
  },
];

const idsOf = (hits: Ranking): readonly DocId[] => hits.slice(0, FIRST).map(({ docId }) => docId);

const wordsOf = (document: Document | undefined): readonly string[] =>
  document ? words(fullText(document)) : [];

const words = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

const shareOf = (some: number, all: number): number => (all === 0 ? 0 : some / all);
