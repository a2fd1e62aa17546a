import { byCodePoint, type DocId, type QueryId } from './ids.js';
import type { Query } from './query.js';

/** A document found, with its score. */
export interface Hit {
  readonly docId: DocId;
  readonly score: number;
}

/** Hits of one query, always in `byRank` order. */
export type Ranking = readonly Hit[];

/** The rankings of one system on one task. */
export type Run = ReadonlyMap<QueryId, Ranking>;

/** A query with its ranking: what retrievers give, and what rerankers take and give. */
export interface Ranked {
  readonly query: Query;
  readonly hits: Ranking;
}

/** Grades by query and document. Relevant means a grade of 1 or more. */
export type Judgements = ReadonlyMap<QueryId, Grades>;
/** Grades by document, of one query. */
export interface Grades extends ReadonlyMap<DocId, number> {
  /** Where documents were judged for several aspects of the query, the grades by aspect; the grade of a document is then the highest. */
  readonly aspects?: ReadonlyMap<DocId, AspectGrades>;
}
/** Grades by aspect, of one document. */
export type AspectGrades = ReadonlyMap<string, number>;

/** The relevant documents, in the order of the grades. */
export const relevantIn = (grades: Grades | undefined): readonly DocId[] =>
  [...(grades ?? [])].flatMap(([id, grade]) => (grade >= 1 ? [id] : []));

/** Documents by query that count neither way: they leave its ranking before it is cut and scored. */
export type Exclusions = ReadonlyMap<QueryId, ReadonlySet<DocId>>;

/** A ranking without the documents that are excluded for its query. */
export const withoutExcluded = (hits: Ranking, query: QueryId, excluded: Exclusions | undefined): Ranking => {
  const out = excluded?.get(query);
  return out ? hits.filter(({ docId }) => !out.has(docId)) : hits;
};

/** A run without the documents that are excluded for its queries. */
export const runWithoutExcluded = (run: Run, excluded: Exclusions | undefined): Run =>
  excluded ? new Map([...run].map(([query, hits]) => [query, withoutExcluded(hits, query, excluded)])) : run;

const higherFirst = (a: number, b: number): number => (a > b ? -1 : a < b ? 1 : 0);

/** trec_eval 9's order: score as 32-bit float, descending, then document id in descending byte order. */
export const byRank = (a: Hit, b: Hit): number =>
  higherFirst(Math.fround(a.score), Math.fround(b.score)) || byCodePoint(b.docId, a.docId);

/** HAKARI-Bench's order: score descending, then document id ascending. */
export const byRankIdAscending = (a: Hit, b: Hit): number =>
  higherFirst(a.score, b.score) || byCodePoint(a.docId, b.docId);

/** Hits in ranking order. */
export const ranking = (hits: Iterable<Hit>): Ranking => [...hits].sort(byRank);
