import { placeOfRow } from './term-index.js';
import {
  type AskedTerms,
  addProducts,
  isWeighted,
  queryTermFrequency,
  timesIn,
  type Weigh,
  weighedOnce,
} from './weighting.js';

/**
 * gensim 4.3's LuceneBM25Model on both sides, compared by a float32 sparse product: the reference implementation's BM25. The query
 * is weighted as if it were a document, so idf enters squared and a repeated query term saturates (Anserini calls it
 * query-side BM25). A weight is made in doubles and rounded once; products and sums are rounded at every step.
 */
export const weighAsGensim: Weigh = (index, statistics, { k1, b }) => {
  const { lengths } = index;
  const { documents, tokens, documentFrequencies } = statistics;
  const averageLength = tokens / documents;
  const idf = (term: number): number => Math.log(documents + 1) - Math.log(documentFrequencies[term]! + 0.5);
  const lengthNorm = (length: number): number => k1 * (1 - b + (b * length) / averageLength);

  const lengthNorms = Float64Array.from(lengths, lengthNorm);
  const postingsOf = weighedOnce(index, (term, { rows, frequencies }) => {
    const termIdf = idf(term);
    const weights = new Float32Array(rows.length);
    for (let p = 0; p < rows.length; p++) {
      const tf = frequencies[p]!;
      weights[p] = termIdf * (tf / (tf + lengthNorms[rows[p]!]!));
    }
    return weights;
  });

  /** The query's terms by ascending term id, the order of the sparse product, with their weights. */
  const weighted = (asked: AskedTerms): { term: number; times: number; weight: number }[] => {
    const norm = lengthNorm(queryLength(asked));
    return [...queryTermFrequency(asked)]
      .sort(([a], [b]) => a - b)
      .map(([term, times]) => ({ term, times, weight: Math.fround(idf(term) * (times / (times + norm))) }));
  };

  const scores = new Float32Array(lengths.length);
  return {
    score: (asked) => {
      scores.fill(0);
      for (const { term, weight } of weighted(asked)) {
        const { rows, weights } = postingsOf(term);
        addProducts(scores, rows, weights, weight);
      }
      return scores;
    },
    contributions: (asked, row) =>
      weighted(asked).flatMap(({ term, times, weight }) => {
        const { rows, frequencies, weights } = postingsOf(term);
        const posting = placeOfRow(rows, row);
        if (posting < 0) return [];
        const value = Math.fround(weights[posting]! * weight);
        const from = {
          idf: idf(term),
          'times in document': frequencies[posting]!,
          'document length': lengths[row]!,
          'document weight': weights[posting]!,
          ...timesIn(asked, times),
          'query length': queryLength(asked),
          'query weight': weight,
        };
        return [{ term, value, from }];
      }),
    sum: (values) => values.reduce((sum, value) => Math.fround(sum + value), 0),
  };
};

/** Of known terms only: unknown ones never reach gensim's bag of words. Weights are counts to it, whole or not. */
const queryLength = (asked: AskedTerms): number =>
  isWeighted(asked) ? [...asked.values()].reduce((sum, weight) => sum + weight, 0) : asked.length;
