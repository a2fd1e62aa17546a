import type { ExplainedScore, ScorePart } from '../../core/index.js';

/**
 * How far a sum may be from a score, as a share of what is added: stages add 32-bit floats in their own order, some hundred of
 * them, and a score is stored as one.
 */
const ROUNDING = 2e-5;
/** And at least this far: a cosine near 0 is a sum of rounded numbers that were not. */
const LEAST = 1e-6;

const sumOf = (parts: readonly ScorePart[]): number => parts.reduce((sum, { value }) => sum + value, 0);

/**
 * The explanation with parts that add up to the score that was stored: what rounding leaves goes into the largest part.
 * Undefined where the parts are those of another score.
 */
export const settledScore = <Score extends Omit<ExplainedScore, 'rank'>>(
  explained: Score,
  stored: number,
): Score | undefined => {
  const parts = explained.parts.map(settledPart);
  const left = stored - sumOf(parts);
  const size = parts.reduce((sum, { value }) => sum + Math.abs(value), Math.abs(stored));
  if (!(Math.abs(left) <= ROUNDING * size + LEAST)) return undefined;
  // Nothing in common with the query is a score of 0 without parts.
  if (parts.length === 0) return { ...explained, score: stored, parts };
  const largest = parts.reduce(
    (best, { value }, i) => (Math.abs(value) > Math.abs(parts[best]!.value) ? i : best),
    0,
  );
  return {
    ...explained,
    score: stored,
    parts: parts.map((part, i) => (i === largest ? { ...part, value: part.value + left } : part)),
  };
};

/** What a part was made from adds up too. */
const settledPart = (part: ScorePart): ScorePart => {
  if (!part.from) return part;
  const { from, ...own } = part;
  const settled = settledScore(from, from.score);
  return settled ? { ...own, from: settled } : own;
};
