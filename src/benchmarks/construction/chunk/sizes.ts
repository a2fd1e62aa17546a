import type { JsonObject } from '../../../core/index.js';
import type { Passage } from '../item.js';
import type { CountTokens } from './tokens.js';

/** How long the passages are, and how many begin or end inside a sentence. */
export const sizesOf = (passages: readonly Passage[], count: CountTokens): JsonObject => ({
  tokens: spread(passages.map(({ text }) => count(text))),
  characters: spread(passages.map(({ text }) => text.length)),
  cutInsideSentence: passages.filter(({ cut }) => cut).length,
});

/** Minimum, quartiles, maximum and mean; nothing of an empty list. */
const spread = (values: readonly number[]): JsonObject => {
  if (values.length === 0) return {};
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))]!;
  return {
    min: at(0),
    quartile1: at(0.25),
    median: at(0.5),
    quartile3: at(0.75),
    max: at(1),
    mean: values.reduce((sum, value) => sum + value, 0) / values.length,
  };
};
