import { setting } from '../../../core/index.js';
import {
  documentVector,
  type FeatureVector,
  l2Norm,
  pruned,
  queryVector,
  scaled,
  summedShares,
  termsOf,
} from './feature-vector.js';
import { type FeedbackCorpus, type FeedbackDocument, termFeedback } from './term-feedback.js';

const { fround } = Math;

const share = (help: string, byDefault: number) =>
  setting.number(help, byDefault, {
    expected: 'a number of 0 or more',
    holds: (value) => value >= 0,
    range: [0, 1],
  });

const SETTINGS = {
  fbDocs: setting.count('documents of the first list that are read', 10, [3, 50]),
  fbTerms: setting.count('terms that are taken from them', 10, [5, 100]),
  alpha: share('weight of the query', 1),
  beta: share('weight of the first documents', 0.75),
  rerankCutoff: setting.count('hits of the first list, where its last ones are subtracted', 50),
  useNegative: setting.truth('subtracts the last documents of the first list', false),
  bottomDocs: setting.count('last documents that are subtracted', 10, [3, 50]),
  bottomTerms: setting.count('terms that are taken from them', 10, [5, 100]),
  gamma: share('weight of the last documents', 0.15),
} as const;

/** Rocchio as Anserini computes it: the query, plus the mean of the first documents, minus that of the last ones if so set. */
export const rocchio = termFeedback('rocchio', SETTINGS, (settled) => {
  const { fbDocs, fbTerms, useNegative, bottomDocs, bottomTerms, rerankCutoff } = settled;
  const [alpha, beta, gamma] = [settled.alpha, settled.beta, settled.gamma].map(fround) as [
    number,
    number,
    number,
  ];
  return {
    reads: { top: fbDocs, ...(useNegative && { bottom: bottomDocs, depth: rerankCutoff }) },
    expand: ({ query, top, bottom, corpus }) => {
      const counts = queryVector(query);
      const original = scaled(counts, l2Norm(counts));
      const positive = mean(top, corpus, fbTerms);
      const negative = mean(bottom, corpus, bottomTerms);
      return [...termsOf(original, positive, negative)].map((term) => {
        const fromQuery = fround(alpha * (original.get(term) ?? 0));
        const near = fround(fromQuery + fround(beta * (positive.get(term) ?? 0)));
        return { term, weight: fround(near - fround(gamma * (negative.get(term) ?? 0))), fromQuery };
      });
    },
  };
});

/** The heaviest terms of the mean of documents, of length 1. */
const mean = (
  documents: readonly FeedbackDocument[],
  corpus: FeedbackCorpus,
  size: number,
): FeatureVector => {
  const vectors = documents.map((document) => documentVector(document, corpus));
  const sums = summedShares(vectors, l2Norm, (part) => part);
  const heaviest = pruned(scaled(sums, documents.length), size);
  return scaled(heaviest, l2Norm(heaviest));
};
