import type { QueryId } from '../../../core/index.js';
import { type Overlap, overlapOf, sharedTokens } from '../../../evaluation/overlap/index.js';
import type { Value } from './figure.js';
import type { AuditedQuery, Material } from './material.js';
import { needOf, type Placement, placements } from './placement.js';

/** A text of a query with one document: what they share. */
export interface ComparedPair {
  readonly query: QueryId;
  readonly document: string;
  readonly overlap: Required<Overlap>;
  shared(): readonly string[];
}

/** A text of a query with one of its relevant documents: also where the document is when this text is searched for. */
export interface PlacedPair extends ComparedPair {
  readonly placement: Placement;
}

/** A kind of text that stands for a query: the query itself, its answer, a generated text. */
export interface NamedText {
  /** In names of figures: `query`, `answer`. */
  readonly name: string;
  /** In titles and definitions: "query", "reference answer". */
  readonly title: string;
  /** The text of a query, or undefined where it has none of this kind. */
  textOf(query: AuditedQuery): string | undefined;
}

/** Such texts, compared with the relevant documents of their queries. */
export interface TextView extends NamedText {
  readonly pairs: readonly PlacedPair[];
}

const SHOWN_TERMS = 12;

/** Compares the texts with the relevant documents. A text without terms is left out: it could not be searched for. */
export const viewOf = (material: Material, named: NamedText): TextView => ({
  ...named,
  pairs: Array.from(material.watched(`searching by ${named.title}`), (query) => {
    const text = named.textOf(query);
    const terms = new Set(text === undefined ? [] : material.terms.analyze(text));
    if (text === undefined || terms.size === 0) return [];
    const placed = placements(material.terms.scores(text), query.relevant, query.excluded);
    return placed.map((placement, i) => ({
      ...comparedPair(material, query, terms, query.relevant[i]!),
      placement,
    }));
  }).flat(),
});

/** Compares the queries with other documents of theirs. */
export const comparedWith = (
  material: Material,
  documentsOf: (query: AuditedQuery) => readonly number[],
): readonly ComparedPair[] =>
  material.queries.flatMap((query) => {
    const terms = new Set(material.terms.analyze(query.text));
    if (terms.size === 0) return [];
    return documentsOf(query).map((document) => comparedPair(material, query, terms, document));
  });

const comparedPair = (
  material: Material,
  query: AuditedQuery,
  terms: ReadonlySet<string>,
  document: number,
): ComparedPair => {
  const own = material.termsOf(document);
  return {
    query: query.id,
    document: material.terms.ids[document]!,
    overlap: { weightedContainment: 0, ...overlapOf(terms, own, material.idf) },
    // The terms that say most, first.
    shared: () =>
      [...sharedTokens(terms, own)].sort((a, b) => material.idf(b) - material.idf(a)).slice(0, SHOWN_TERMS),
  };
};

export const valuesOf = <Pair extends ComparedPair>(
  pairs: readonly Pair[],
  numberOf: (pair: Pair) => number,
): readonly Value[] =>
  pairs.map((pair) => ({
    query: pair.query,
    document: pair.document,
    value: numberOf(pair),
    shared: pair.shared,
  }));

/** The headline of one relevant document. */
export const needOfPair = ({ placement }: PlacedPair): number => needOf(placement.inFront);

/** The rank of the best relevant document of each query. */
export const bestRanks = ({ pairs }: TextView): readonly Value[] => {
  const best = new Map<QueryId, PlacedPair>();
  for (const pair of pairs) {
    const known = best.get(pair.query);
    if (!known || pair.placement.rank < known.placement.rank) best.set(pair.query, pair);
  }
  return valuesOf([...best.values()], ({ placement }) => placement.rank);
};
