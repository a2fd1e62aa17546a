import { type Exclusions, type ExpandedQuery, lexicalText, type Query } from '../../../core/index.js';
import type { Analyzer } from '../analysis/index.js';
import type { ExpandedTerm, FeedbackDocument, TermFeedback } from '../relevance-feedback/index.js';
import { rowTerms } from './row-terms.js';
import type { Bm25Search } from './search.js';
import { type TermIndex, termIn } from './term-index.js';

/** How queries are expanded before they are searched with. */
export interface Feedback {
  readonly method: TermFeedback;
  /** Documents that a query is not to find: they are not read either. */
  readonly excluded?: Exclusions | undefined;
}

export type Expansion = readonly ExpandedTerm[];

/** What queries become by reading their own first lists. */
export const expandQueries = (
  queries: readonly Query[],
  { method, excluded }: Feedback,
  { firstRows, statistics }: Bm25Search,
  index: TermIndex,
  analysis: Analyzer,
): readonly Expansion[] => {
  const { top, bottom = 0, depth = top } = method.reads;
  const lists = queries.map((query) => {
    const rows = firstRows(lexicalText(query), Math.max(top, depth), excluded?.get(query.id));
    return {
      query: analysis.analyze(lexicalText(query)),
      top: rows.slice(0, top),
      bottom: bottom > 0 ? rows.slice(-bottom).reverse() : [],
    };
  });
  const terms = rowTerms(
    index,
    new Set(lists.flatMap((list) => [...list.top, ...list.bottom].map(({ row }) => row))),
  );
  const documentOf = ({ row, score }: { row: number; score: number }): FeedbackDocument => ({
    score,
    terms: terms.get(row)!,
    length: index.lengths[row]!,
  });
  const corpus = {
    documents: statistics.nonEmptyDocuments,
    tokens: statistics.tokens,
    documentFrequency: (term: string) => statistics.documentFrequencies[termIn(index, term)!] ?? 0,
    frequency: (term: string) => total(index.postings(termIn(index, term)!).frequencies),
  };
  return lists.map(({ query, ...list }) =>
    method.expand({ query, top: list.top.map(documentOf), bottom: list.bottom.map(documentOf), corpus }),
  );
};

const total = (counts: Iterable<number>): number => {
  let sum = 0;
  for (const count of counts) sum += count;
  return sum;
};

export const weightsOf = (expanded: Expansion): ReadonlyMap<string, number> =>
  new Map(expanded.map(({ term, weight }) => [term, weight]));

/** An expanded query for people: each term with its weight, and where it came from. */
export const explainedExpansion = ({ name }: TermFeedback, expanded: Expansion): ExpandedQuery => ({
  by: name,
  terms: expanded.map(({ term, weight, fromQuery }) => ({
    term,
    weight,
    source: sourceOf(weight, fromQuery),
  })),
});

const sourceOf = (weight: number, fromQuery: number): ExpandedQuery['terms'][number]['source'] =>
  fromQuery === 0 ? 'documents' : fromQuery === weight ? 'query' : 'both';
