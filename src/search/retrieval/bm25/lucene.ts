import { placeOfRow } from './term-index.js';
import { addValues, queryTermFrequency, timesIn, type Weigh, weighedOnce } from './weighting.js';

const { fround } = Math;

/**
 * Lucene 9's BM25Similarity under a disjunction of term queries, each boosted by how often the query says it (what
 * Anserini's bag-of-words generator builds). Empty documents do not count, lengths are stored in one lossy byte, terms
 * are scored in float32 and summed in doubles. Their sum is exact in all but freak cases, so its order is free.
 */
export const weighAsLucene: Weigh = (index, statistics, parameters) => {
  const { lengths } = index;
  const { nonEmptyDocuments, documentFrequencies } = statistics;
  const { averageLength, inverseNorm } = luceneNorms(statistics, parameters);
  const idf = (term: number): number => luceneIdf(nonEmptyDocuments, documentFrequencies[term]!);
  const termScore = (weight: number, tf: number, inverse: number): number =>
    fround(weight - fround(weight / fround(1 + fround(tf * inverse))));

  const inverseNorms = Float32Array.from(lengths, inverseNorm);
  /** What a term said once adds; said more often it weighs more before the rounding, and is scored afresh. */
  const postingsOf = weighedOnce(index, (term, { rows, frequencies }) => {
    const weight = idf(term);
    const onceAsked = new Float32Array(rows.length);
    for (let p = 0; p < rows.length; p++)
      onceAsked[p] = termScore(weight, frequencies[p]!, inverseNorms[rows[p]!]!);
    return onceAsked;
  });

  const sums = new Float64Array(lengths.length);
  const scores = new Float32Array(lengths.length);
  return {
    score: (asked) => {
      sums.fill(0);
      for (const [term, times] of queryTermFrequency(asked)) {
        const { rows, frequencies, weights } = postingsOf(term);
        if (times === 1) addValues(sums, rows, weights);
        else {
          const weight = fround(fround(times) * idf(term));
          for (let p = 0; p < rows.length; p++) {
            const row = rows[p]!;
            sums[row] = sums[row]! + termScore(weight, frequencies[p]!, inverseNorms[row]!);
          }
        }
      }
      scores.set(sums);
      return scores;
    },
    contributions: (asked, row) =>
      [...queryTermFrequency(asked)].flatMap(([term, times]) => {
        const { rows, frequencies } = postingsOf(term);
        const posting = placeOfRow(rows, row);
        if (posting < 0) return [];
        const weight = fround(fround(times) * idf(term));
        const from = {
          idf: idf(term),
          ...timesIn(asked, times),
          'times in document': frequencies[posting]!,
          'document length': lengths[row]!,
          'length as kept': quantisedLength(lengths[row]!),
          'average length': averageLength,
        };
        return [{ term, value: termScore(weight, frequencies[posting]!, inverseNorms[row]!), from }];
      }),
    sum: (values) => fround(values.reduce((sum, value) => sum + value, 0)),
  };
};

/** Over documents that have a term at all. */
export const luceneIdf = (documents: number, frequency: number): number =>
  fround(Math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5)));

/** What the length of a document does to the weight of its terms. */
export const luceneNorms = (
  { nonEmptyDocuments, tokens }: { readonly nonEmptyDocuments: number; readonly tokens: number },
  parameters: { readonly k1: number; readonly b: number },
) => {
  const k1 = fround(parameters.k1);
  const b = fround(parameters.b);
  const averageLength = fround(tokens / nonEmptyDocuments);
  return {
    averageLength,
    /** 1 / (k1 * ((1 - b) + b * length / average)). */
    inverseNorm: (length: number): number => {
      const relative = fround(fround(b * quantisedLength(length)) / averageLength);
      return fround(1 / fround(k1 * fround(fround(1 - b) + relative)));
    },
  };
};

/** Lengths below this are stored exactly: what Lucene's byte has left after 4-bit floats up to 2^31 - 1. */
const EXACT = 24;

/**
 * A document length after Lucene's SmallFloat.intToByte4 and back: the part above 24 keeps its four highest bits,
 * rounded down. Exact below 40.
 */
export const quantisedLength = (length: number): number => {
  const above = length - EXACT;
  if (above < 16) return length;
  const shift = 28 - Math.clz32(above);
  return EXACT + ((above >>> shift) << shift);
};
