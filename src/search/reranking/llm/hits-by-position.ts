import type { Hit } from '../../../core/index.js';
import { belowAll, type Candidate } from '../rerank-method.js';
import type { Tally } from './tally.js';

/** Hits of documents in their order, best first: the score is the number of candidates less the rank, counted from 0. */
export const hitsByPosition = (documents: readonly Candidate[], depth = documents.length): readonly Hit[] =>
  documents.map(({ docId }, rank) => ({ docId, score: depth - rank }));

/**
 * Hits of documents by their scores. One without a score is behind those with one, in the first stage's order: it is not
 * known to be bad, but nothing says that it is good. Undefined when none has a score.
 */
export const byScore = (
  documents: readonly Candidate[],
  scores: readonly (number | undefined)[],
  tally: Tally,
): readonly Hit[] | undefined => {
  const known = scores.filter((score) => score !== undefined);
  tally.unscored += documents.length - known.length;
  if (known.length === 0) return undefined;
  const below = belowAll(known, documents.length - known.length)[Symbol.iterator]();
  return documents.map(({ docId }, i) => ({ docId, score: scores[i] ?? below.next().value! }));
};

/** Scores between 0 and 1, by the lowest and the highest of them; all 0 where these are the same. */
export const minMax = (scores: readonly number[]): readonly number[] => {
  const lowest = Math.min(...scores);
  const range = Math.max(...scores) - lowest;
  return scores.map((score) => (range > 0 && Number.isFinite(range) ? (score - lowest) / range : 0));
};

export const meanOf = (values: readonly number[]): number | undefined =>
  values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
