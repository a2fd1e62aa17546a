import type { QueryId } from './ids.js';

/**
 * How a bag-of-words retriever searches with a written text: the text alone (HyDE, search agents, reasoning models),
 * after the query (LameR), or after the query written twice (query2doc). `glued` is the reference implementation's query2doc, which
 * joins the two copies without a space.
 */
export type LexicalJoin = 'alone' | 'after-query' | 'after-query-twice' | 'after-query-glued';

/**
 * How a retriever with vectors searches with a written text: the mean of its vector and the query's (HyDE, LameR, search
 * agents, reasoning models), one vector of both texts joined by `[SEP]` (query2doc), or its vector in place of the query's (aligners).
 */
export type DenseJoin = 'average' | 'joined' | 'alone';

/** A text that a model wrote for a query before the search. */
export interface GeneratedText {
  readonly method: string;
  readonly llm: string;
  readonly text: string;
  /** What a reasoning model thought before it; never searched with. */
  readonly thinking?: string;
  readonly join: LexicalJoin;
  readonly dense: DenseJoin;
}

/** What is searched for. It carries no judgement and no answer, so nothing built from it can leak them. */
export interface Query {
  readonly id: QueryId;
  readonly text: string;
  /** Written for the query by a rewriter; the query's own text is never overwritten. */
  readonly generated?: readonly GeneratedText[];
  /**
   * How several generated texts are used: all in one search (concatenated, or their vectors averaged), or
   * one search each and the rankings fused. Together unless it says otherwise.
   */
  readonly searches?: 'together' | 'each';
}

const JOIN: Record<LexicalJoin, (query: string, written: string) => string> = {
  alone: (_query, written) => written,
  'after-query': (query, written) => `${query} ${written}`,
  'after-query-twice': (query, written) => `${query} ${query} ${written}`,
  'after-query-glued': (query, written) => `${query}${query} ${written}`,
};

/** The text a bag-of-words retriever searches with: what was written, joined as its method asks, or the query itself. */
export const lexicalText = (query: Query): string =>
  query.generated?.length
    ? query.generated.map((written) => JOIN[written.join](query.text, written.text)).join(' ')
    : query.text;
