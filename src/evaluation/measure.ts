import { InputError } from '../core/index.js';
import type { JudgedRanking } from './judged-ranking.js';

/** A way to score one ranking. Its name is how it is written in flags, tables and records, and parses back to it. */
export interface Measure {
  readonly name: string;
  score(ranking: JudgedRanking): number;
  /** Where a task's value is not the mean of its queries' scores, what each query adds to it. */
  pooled?(ranking: JudgedRanking): Pool;
}

/** A task's value is the sum of its queries' parts over the sum of their wholes. */
export interface Pool {
  readonly part: number;
  readonly whole: number;
}

/** A measure that must be told how deep to look: `P.at(10)`. */
export interface MeasureAtCut {
  readonly name: string;
  at(k: number): Measure;
}

/** A measure that can look at the whole ranking, or only so deep: `MRR`, `MRR.at(10)`. */
export interface CuttableMeasure extends Measure, MeasureAtCut {}

/** Scores the first k hits; k is Infinity for the whole ranking. */
type ScoreAt = (ranking: JudgedRanking, k: number) => number;
type PooledAt = (ranking: JudgedRanking, k: number) => Pool;

export const measureAtCut = (name: string, score: ScoreAt, pooled?: PooledAt): MeasureAtCut => ({
  name,
  at(k) {
    const cut = cutOff(name, k);
    return {
      name: `${name}@${cut}`,
      score: (ranking) => score(ranking, cut),
      ...(pooled && { pooled: (ranking) => pooled(ranking, cut) }),
    };
  },
});

export const cuttableMeasure = (name: string, score: ScoreAt): CuttableMeasure => ({
  ...measureAtCut(name, score),
  score: (ranking) => score(ranking, Number.POSITIVE_INFINITY),
});

const cutOff = (name: string, k: number): number => {
  if (Number.isSafeInteger(k) && k >= 1) return k;
  throw new InputError({
    found: `cut-off ${k} for ${name}`,
    expected: 'a whole number from 1',
    fix: `write ${name}@10 for the first ten hits`,
  });
};

/** How many relevant hits stand in the first k. */
export const relevantWithin = ({ ranks }: JudgedRanking, k: number): number => {
  let count = 0;
  while (count < ranks.length && ranks[count]! <= k) count++;
  return count;
};
