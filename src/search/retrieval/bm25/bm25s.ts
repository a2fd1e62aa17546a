import { placeOfRow } from './term-index.js';
import { addProducts, addValues, isWeighted, timesIn, type Weigh, weighedOnce } from './weighting.js';

/** How rare a term is, by the number of documents and of those with the term. */
type Idf = (documents: number, frequency: number) => number;

const luceneIdf: Idf = (documents, frequency) =>
  Math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5));

/** A term in more than half the documents weighs nothing, rather than less than nothing. */
const robertsonIdf: Idf = (documents, frequency) =>
  Math.log(Math.max(1, (documents - frequency + 0.5) / (frequency + 0.5)));

/**
 * bm25s 0.3 (methods "lucene" and "robertson"): idf rounded to float32, the rest of a weight in doubles and rounded
 * once (what NumPy 2 makes of it; NumPy 1 worked in float32 throughout). Every occurrence of a query term adds its
 * weight, in the order of the query, in float32. It has no weighted queries: a weight multiplies what the term adds once.
 */
const weighAsBm25s =
  (idfOf: Idf): Weigh =>
  (index, { documents, tokens, documentFrequencies }, { k1, b }) => {
    const { lengths } = index;
    const averageLength = tokens / documents;
    const idf = (term: number): number => Math.fround(idfOf(documents, documentFrequencies[term]!));

    const lengthNorms = Float64Array.from(lengths, (length) => k1 * (1 - b + (b * length) / averageLength));
    const postingsOf = weighedOnce(index, (term, { rows, frequencies }) => {
      const termIdf = idf(term);
      const weights = new Float32Array(rows.length);
      for (let p = 0; p < rows.length; p++) {
        const tf = frequencies[p]!;
        weights[p] = termIdf * (tf / (lengthNorms[rows[p]!]! + tf));
      }
      return weights;
    });

    const scores = new Float32Array(lengths.length);
    return {
      score: (asked) => {
        scores.fill(0);
        if (isWeighted(asked)) {
          for (const [term, weight] of asked) {
            const { rows, weights } = postingsOf(term);
            addProducts(scores, rows, weights, weight);
          }
          return scores;
        }
        for (const term of asked) {
          const { rows, weights } = postingsOf(term);
          addValues(scores, rows, weights);
        }
        return scores;
      },
      contributions: (asked, row) =>
        [...(isWeighted(asked) ? asked.keys() : asked)].flatMap((term) => {
          const { rows, frequencies, weights } = postingsOf(term);
          const posting = placeOfRow(rows, row);
          if (posting < 0) return [];
          const weight = isWeighted(asked) ? asked.get(term)! : 1;
          const from = {
            idf: idf(term),
            ...(isWeighted(asked) && timesIn(asked, weight)),
            'times in document': frequencies[posting]!,
            'document length': lengths[row]!,
            'average length': averageLength,
          };
          return [{ term, value: Math.fround(weights[posting]! * weight), from }];
        }),
      sum: (values) => values.reduce((sum, value) => Math.fround(sum + value), 0),
    };
  };

export const weighAsBm25sLucene = weighAsBm25s(luceneIdf);
export const weighAsBm25sRobertson = weighAsBm25s(robertsonIdf);
