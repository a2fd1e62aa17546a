import { setting } from '../../../core/index.js';
import {
  documentVector,
  l1Norm,
  pruned,
  queryVector,
  scaled,
  summedShares,
  termsOf,
} from './feature-vector.js';
import { termFeedback } from './term-feedback.js';

const { fround } = Math;

const SETTINGS = {
  fbDocs: setting.count('documents of the first list that are read', 10, [3, 50]),
  fbTerms: setting.count('terms that are taken from them', 10, [5, 100]),
  originalQueryWeight: setting.number("the query's own share of the weights", 0.5, {
    expected: 'a number from 0 to 1',
    holds: (value) => value >= 0 && value <= 1,
    range: [0.1, 0.9],
  }),
  filterTerms: setting.truth('takes only terms of the letters a to z and digits', true),
} as const;

const PLAIN = /^[a-z0-9]+$/;

/**
 * RM3 as Anserini computes it: a relevance model of the first documents, each weighted by its score, mixed with the query. Every step is
 * rounded where Anserini rounds.
 */
export const rm3 = termFeedback('rm3', SETTINGS, ({ fbDocs, fbTerms, originalQueryWeight, filterTerms }) => {
  const own = fround(originalQueryWeight);
  const mayEnter = (term: string): boolean => !filterTerms || PLAIN.test(term);
  return {
    reads: { top: fbDocs },
    expand: ({ query, top, corpus }) => {
      const counts = queryVector(query);
      const original = scaled(counts, l1Norm(counts));
      const vectors = top.map((document) => pruned(documentVector(document, corpus, mayEnter), fbTerms));
      const shares = summedShares(vectors, l1Norm, (share, i) => fround(share * fround(top[i]!.score)));
      const heaviest = pruned(shares, fbTerms);
      const model = scaled(heaviest, l1Norm(heaviest));
      return [...termsOf(original, model)].map((term) => {
        const fromQuery = fround(own * (original.get(term) ?? 0));
        return { term, weight: fround(fromQuery + (1 - own) * (model.get(term) ?? 0)), fromQuery };
      });
    },
  };
});
