import type { ScorePart, StageScore, TokenVectors } from '../../../core/index.js';

/** The tokens of a text with their vectors. */
export interface NamedTokens {
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
