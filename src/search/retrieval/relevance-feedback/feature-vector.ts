import { compareTerms, type FeedbackCorpus, type FeedbackDocument } from './term-feedback.js';

/** Terms with weights as 32-bit floats, as Anserini keeps them. */
export type FeatureVector = ReadonlyMap<string, number>;

const { fround } = Math;

/** A query's tokens, counted. */
export const queryVector = (tokens: readonly string[]): FeatureVector => {
  const counts = new Map<string, number>();
  for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
  return counts;
};

/** A term in more of the documents than this is left out of feedback, instead of a list of stop words. */
const MOST_DOCUMENTS = fround(0.1);

/** The terms of a document that may enter a query: neither one letter nor very long, and not in a tenth of all documents. */
export const documentVector = (
  { terms }: FeedbackDocument,
  { documents, documentFrequency }: FeedbackCorpus,
  mayEnter: (term: string) => boolean = () => true,
): FeatureVector =>
  new Map(
    [...terms].filter(
      ([term]) =>
        term.length >= 2 &&
        term.length <= 20 &&
        mayEnter(term) &&
        fround(documentFrequency(term) / documents) <= MOST_DOCUMENTS,
    ),
  );

/** The `size` heaviest terms; equal weights by term. */
export const pruned = (vector: FeatureVector, size: number): FeatureVector =>
  new Map([...vector].sort(([a, x], [b, y]) => y - x || compareTerms(a, b)).slice(0, size));

export const l1Norm = (vector: FeatureVector): number => sum(vector, Math.abs);

export const l2Norm = (vector: FeatureVector): number => Math.sqrt(sum(vector, (value) => value * value));

const sum = (vector: FeatureVector, of: (value: number) => number): number => {
  let total = 0;
  for (const value of vector.values()) total += of(value);
  return total;
};

export const scaled = (vector: FeatureVector, norm: number): FeatureVector =>
  new Map(Array.from(vector, ([term, value]) => [term, fround(value / norm)]));

/** Below this a document has no terms to speak of, and is left out. */
const LEAST_NORM = fround(0.001);

/** Each term's share of each document, added up over documents in float32, after `weigh` has weighed it. */
export const summedShares = (
  vectors: readonly FeatureVector[],
  normOf: (vector: FeatureVector) => number,
  weigh: (share: number, document: number) => number,
): FeatureVector => {
  const sums = new Map<string, number>();
  vectors.forEach((vector, document) => {
    const norm = fround(normOf(vector));
    if (norm <= LEAST_NORM) return;
    for (const [term, value] of vector)
      sums.set(term, fround((sums.get(term) ?? 0) + weigh(fround(value / norm), document)));
  });
  return sums;
};

/** The terms of any of the vectors, each once. */
export const termsOf = (...vectors: readonly FeatureVector[]): ReadonlySet<string> =>
  new Set(vectors.flatMap((vector) => [...vector.keys()]));
