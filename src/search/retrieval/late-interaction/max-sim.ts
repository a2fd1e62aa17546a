import type { ScorePart, StageScore, TokenVectors } from '../../../core/index.js';

/**
 * For each document, the sum over the query's tokens of the highest dot product with one of its tokens (Khattab and
 * Zaharia, ColBERT, 2020). `products` holds the query's tokens in sequence, each with all tokens of a block;
 * `ends[i]` is where document i's tokens end. A document without tokens has no score.
 */
export const maxSim = (products: Float32Array, queryTokens: number, ends: Uint32Array): Float64Array => {
  const tokens = products.length / queryTokens;
  const scores = new Float64Array(ends.length);
  for (let query = 0; query < queryTokens; query++) {
    let at = query * tokens;
    for (let document = 0; document < ends.length; document++) {
      const end = query * tokens + ends[document]!;
      let best = Number.NEGATIVE_INFINITY;
      for (; at < end; at++) if (products[at]! > best) best = products[at]!;
      scores[document]! += best;
    }
  }
  return scores;
};

interface NamedTokens {
  readonly names: readonly string[];
  readonly vectors: TokenVectors;
}

/** MaxSim as a sum over the tokens of the query's texts, each with the nearest token of the document. */
export const explainLate = (query: readonly NamedTokens[], document: NamedTokens): StageScore => {
  const parts = query.flatMap(({ names, vectors }) =>
    names.map((name, token): ScorePart => {
      const { place, product } = nearestToken(vectors, token, document.vectors);
      const details = { 'document token': document.names[place]!, place: place + 1, product };
      return { name, value: product / query.length, details };
    }),
  );
  return {
    kind: 'tokens',
    score: parts.reduce((sum, { value }) => sum + value, 0),
    parts: parts.sort((a, b) => b.value - a.value),
  };
};

const nearestToken = (query: TokenVectors, token: number, document: TokenVectors) => {
  const { dimensions, data: asked } = query;
  const { tokens, data } = document;
  const from = token * dimensions;
  let [place, product] = [0, Number.NEGATIVE_INFINITY];
  for (let other = 0, at = 0; other < tokens; other++) {
    let sum = 0;
    for (let k = 0; k < dimensions; k++) sum += asked[from + k]! * data[at++]!;
    if (sum > product) {
      place = other;
      product = sum;
    }
  }
  return { place, product };
};
