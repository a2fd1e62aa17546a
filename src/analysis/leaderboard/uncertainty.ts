import { between, macroDraws } from '../../evaluation/statistics/index.js';
import { inseparableSets, RANK_DRAWS, rangesOf, type ScoresByTask } from './uncertain-ranks.js';

/** What is computed in one go: draws of some systems, or the sets that no test tells apart of all. */
export type UncertaintyWork =
  | { readonly draws: readonly ScoresByTask[]; readonly sets?: never }
  | { readonly sets: readonly ScoresByTask[]; readonly draws?: never };

/** Of a system: its interval, and its means in the draws that decide ranks. */
export interface DrawnSystem {
  readonly interval: readonly [number, number];
  readonly means: Float64Array;
}

/** One set of draws serves both. */
export const drawnSystems = (systems: readonly ScoresByTask[]): readonly DrawnSystem[] =>
  macroDraws(systems).map((means) => {
    const first = means.slice(0, RANK_DRAWS);
    const { low, high } = between(means, 0.95);
    return { interval: [low, high], means: first };
  });

export const uncertaintyWork = ({ draws, sets }: UncertaintyWork) =>
  draws ? { drawn: drawnSystems(draws) } : { sets: inseparableSets(sets) };

/** Ranges of ranks of systems whose means were drawn. */
export const rangesOfDrawn = (drawn: readonly DrawnSystem[]): readonly (readonly [number, number])[] =>
  rangesOf(drawn.map(({ means }) => means));
