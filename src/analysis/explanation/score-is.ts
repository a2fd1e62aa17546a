import type { ScoreKind } from '../../core/index.js';

/** What a score is, for a heading. */
export const SCORE_IS: Readonly<Record<ScoreKind, string>> = {
  terms: 'sum of terms',
  weights: 'sum of weights of shared words',
  tokens: 'sum over the tokens of the query',
  vectors: 'nearness of vectors',
  lists: 'sum of shares of rankings',
  model: 'score of the reranker',
  given: 'as given',
};
