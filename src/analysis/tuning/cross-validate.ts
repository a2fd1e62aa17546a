import {
  compareMacro,
  comparePaired,
  meanOf,
  type PairedComparison,
  type PairedScores,
} from '../../evaluation/statistics/index.js';
import { selectionTest } from './selection-test.js';
import type { TriedTask } from './tried-task.js';

/** A part of the queries, and what was chosen without it. */
export interface ChosenFold {
  /** The candidate with the best mean on the queries of the other parts; of equals the first. */
  readonly chosen: number;
  readonly tunedOn: number;
  readonly reportedOn: number;
  /** Means on the queries of this part. */
  readonly untuned: number;
  readonly tuned: number;
}

/** What choosing settings gains, on queries that they were not chosen with. */
export interface CrossValidation {
  readonly folds: readonly ChosenFold[];
  /** The choice on all queries: what to use on new ones. */
  readonly best: number;
  /** By task, then by query: the score under what was chosen without the query. */
  readonly tuned: readonly Float64Array[];
  readonly gain: PairedComparison;
  /** How often tuning gains as much by chance, the choice included: the larger p of two tests. */
  readonly p: number;
  /** Whether the gain is more than chance gives: its interval is above 0 and p below 0.05. */
  readonly isGain: boolean;
}

/** Chooses for each part what does best on the others. With `same`, for the one part what does best on itself. */
export const crossValidate = (
  tasks: readonly TriedTask[],
  parts: number,
  { same = false } = {},
): CrossValidation => {
  const choose = (isTuned: (part: number) => boolean): number => bestOf(tasks, isTuned);
  const tuned = tasks.map(({ untuned }) => new Float64Array(untuned.length));
  const folds = Array.from({ length: parts }, (_, fold): ChosenFold => {
    const isTuned = (part: number): boolean => same || part !== fold;
    const chosen = choose(isTuned);
    let [tunedOn, reportedOn] = [0, 0];
    for (const [task, { part, scores }] of tasks.entries())
      for (const [query, own] of part.entries()) {
        if (isTuned(own)) tunedOn += 1;
        if (own !== fold) continue;
        reportedOn += 1;
        tuned[task]![query] = scores[chosen]![query]!;
      }
    const inFold = (part: number): boolean => part === fold;
    return {
      chosen,
      tunedOn,
      reportedOn,
      untuned: macroMean(tasks, inFold, ({ untuned }) => untuned),
      tuned: macroMean(tasks, inFold, ({ scores }) => scores[chosen]!),
    };
  });
  const gain = compared(tasks.map(({ untuned }, task) => ({ a: untuned, b: tuned[task]! })));
  const p = Math.max(gain.randomisation.p, same ? 0 : selectionTest(tasks, parts));
  return { folds, best: choose(() => true), tuned, gain, p, isGain: gain.interval.low > 0 && p < 0.05 };
};

const compared = (tasks: readonly PairedScores[]): PairedComparison =>
  tasks.length === 1 ? comparePaired(tasks[0]!) : compareMacro(tasks);

const bestOf = (tasks: readonly TriedTask[], isTuned: (part: number) => boolean): number => {
  let best = 0;
  let highest = Number.NEGATIVE_INFINITY;
  for (let candidate = 0; candidate < tasks[0]!.scores.length; candidate++) {
    const mean = macroMean(tasks, isTuned, ({ scores }) => scores[candidate]!);
    if (mean > highest + TIE) [best, highest] = [candidate, mean];
  }
  return best;
};

/** Means that differ by less are equal but for the rounding of a sum. */
const TIE = 1e-12;

/** The mean of the means of tasks, over the queries of some parts; tasks without such a query do not count. */
const macroMean = (
  tasks: readonly TriedTask[],
  counts: (part: number) => boolean,
  scoresOf: (task: TriedTask) => Float64Array,
): number => {
  const means = tasks.flatMap((task) => {
    const own = scoresOf(task).filter((_, query) => counts(task.part[query]!));
    return own.length > 0 ? [meanOf(own)] : [];
  });
  return meanOf(means);
};
