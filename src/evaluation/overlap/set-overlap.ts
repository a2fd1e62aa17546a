import type { Idf } from './idf.js';

type Tokens = ReadonlySet<string>;

/** The tokens that both sets have, in the order of the first. */
export const sharedTokens = (first: Tokens, second: Tokens): readonly string[] =>
  [...first].filter((token) => second.has(token));

/** |A ∩ B| / |A ∪ B|: the same both ways. 0 if both are empty. */
export const jaccard = (first: Tokens, second: Tokens): number => {
  const shared = countShared(first, second);
  return share(shared, first.size + second.size - shared);
};

/** |A ∩ B| / |A|: how much of the first set the second one has. 0 if the first is empty. */
export const containment = (contained: Tokens, within: Tokens): number =>
  share(countShared(contained, within), contained.size);

/**
 * Σ idf over A ∩ B ÷ Σ idf over A: containment in which a rare token counts more than a common one. Sums run in the order
 * of A. 0 if the idf values of A sum to 0.
 */
export const weightedContainment = (contained: Tokens, within: Tokens, idf: Idf): number => {
  let shared = 0;
  let all = 0;
  for (const token of contained) {
    const weight = idf(token);
    all += weight;
    if (within.has(token)) shared += weight;
  }
  return share(shared, all);
};

/** How much a query and a document share, as sets of tokens. */
export interface Overlap {
  /** Distinct tokens of the query, of the document, and of both. */
  readonly queryTokens: number;
  readonly documentTokens: number;
  readonly shared: number;
  /** shared / (queryTokens + documentTokens − shared). */
  readonly jaccard: number;
  /** shared / queryTokens. */
  readonly queryContainment: number;
  /** shared / documentTokens. */
  readonly documentContainment: number;
  /** Σ idf of the shared tokens ÷ Σ idf of the query's; only where an idf is given. */
  readonly weightedContainment?: number;
}

/**
 * The overlap of a query with a document. State the tokenizer with the figures: stop words and stemming change them.
 *
 * @example
 * import { documentFrequencies, overlapOf, words } from 'r2med/evaluation';
 *
 * const document = new Set(words('gout of the big toe'));
 * const corpus = documentFrequencies([document, new Set(words('fever and cough'))]);
 * console.log(overlapOf(new Set(words('pain in the big toe')), document, corpus.idf));
 */
export const overlapOf = (query: Tokens, document: Tokens, idf?: Idf): Overlap => {
  const shared = countShared(query, document);
  return {
    queryTokens: query.size,
    documentTokens: document.size,
    shared,
    jaccard: share(shared, query.size + document.size - shared),
    queryContainment: share(shared, query.size),
    documentContainment: share(shared, document.size),
    ...(idf && { weightedContainment: weightedContainment(query, document, idf) }),
  };
};

const countShared = (first: Tokens, second: Tokens): number => {
  const [small, large] = first.size <= second.size ? [first, second] : [second, first];
  let shared = 0;
  for (const token of small) if (large.has(token)) shared += 1;
  return shared;
};

const share = (part: number, whole: number): number => (whole > 0 ? part / whole : 0);
