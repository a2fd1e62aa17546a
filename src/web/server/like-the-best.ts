import { holm, randomisationTest } from '../../evaluation/statistics/index.js';
import type { Key } from '../page-data/index.js';

/** What a system got on the queries of a task, in the order of their ids. */
export interface ScoredResult {
  readonly system: Key;
  readonly contentHash: string;
  readonly ids: readonly string[];
  readonly scores: readonly number[];
}

const LEVEL = 0.05;

const mean = (scores: readonly number[]): number =>
  scores.reduce((sum, score) => sum + score, 0) / scores.length;

/** The best of some results of one task, those that a test does not tell from it, and how many queries were tested. */
export interface LikeTheBest {
  readonly best?: Key;
  readonly others: ReadonlySet<Key>;
  readonly queries: number;
}

/**
 * By a paired randomisation test, corrected over all that are compared (Holm). Results over other queries than the best one's cannot be paired
 * with it and are not among them.
 */
export const likeTheBest = (results: readonly ScoredResult[]): LikeTheBest => {
  const scored = results.map(({ system, contentHash, ids, scores }) => ({
    system,
    data: JSON.stringify([contentHash, ids]),
    scores,
  }));
  const [best, ...others] = scored
    .filter(({ scores }) => scores.length > 0)
    .sort((a, b) => mean(b.scores) - mean(a.scores));
  if (!best) return { others: new Set(), queries: 0 };
  const paired = others.filter(({ data }) => data === best.data);
  const chances = holm(
    paired.map(({ scores }) => randomisationTest(best.scores.map((score, i) => score - scores[i]!)).p),
  );
  const alike = paired.filter((_, i) => chances[i]! >= LEVEL);
  return {
    best: best.system,
    others: new Set(alike.map(({ system }) => system)),
    queries: best.scores.length,
  };
};
