import { holm, randomisationTest } from '../../evaluation/statistics/index.js';
import type { Key } from '../page-data/index.js';
import type { OwnResult } from './records.js';

const LEVEL = 0.05;

const mean = (scores: readonly number[]): number =>
  scores.reduce((sum, score) => sum + score, 0) / scores.length;

/**
 * The best system of some results of one task, and those that a paired randomisation test does not tell from it, corrected over all that
 * are compared (Holm). Results over other queries than the best one's cannot be paired with it and are not among them.
 */
export const likeTheBest = (results: readonly OwnResult[], measure: string): ReadonlySet<Key> => {
  const scored = results.map(({ system, record, queries }) => ({
    system,
    data: JSON.stringify([record.task.contentHash, queries.map(({ id }) => id)]),
    scores: queries.map(({ scores }) => scores[measure] ?? 0),
  }));
  const [best, ...others] = scored
    .filter(({ scores }) => scores.length > 0)
    .sort((a, b) => mean(b.scores) - mean(a.scores));
  if (!best) return new Set();
  const paired = others.filter(({ data }) => data === best.data);
  const chances = holm(
    paired.map(({ scores }) => randomisationTest(best.scores.map((score, i) => score - scores[i]!)).p),
  );
  return new Set([best, ...paired.filter((_, i) => chances[i]! >= LEVEL)].map(({ system }) => system));
};
