import { random } from '../../core/index.js';
import type { TriedTask } from './tried-task.js';

/** Besides the scores as they are; the least p is then 0.002. */
const SHUFFLES = 999;

/**
 * How often tuning gains as much where there is nothing to gain: the scores of each query are shuffled among the settings, so that none is better
 * than another, and the whole procedure is done again, choice included. Parts share the queries that chose for them, which a test that takes the choice
 * for given does not see. Twice the share of shuffles, as for a test of two sides.
 */
export const selectionTest = (tasks: readonly TriedTask[], parts: number, seed = 1): number => {
  const next = random(seed);
  const counted = tasks.map(({ part, untuned, scores }) => {
    const at = scores.indexOf(untuned);
    const sizes = new Float64Array(parts);
    for (const own of part) sizes[own]! += 1;
    // The untuned system takes part in the shuffles, also where it is not one of those to choose from.
    return {
      part,
      rows: rowsOf(at < 0 ? [...scores, untuned] : scores),
      untuned: at < 0 ? scores.length : at,
      sizes,
    };
  });
  const choices = tasks[0]!.scores.length;
  const sums = counted.map(({ rows }) => new Float64Array(parts * rows[0]!.length));
  const gain = (): number => {
    counted.forEach(({ part, rows }, task) => {
      const own = sums[task]!.fill(0);
      rows.forEach((row, query) => {
        const from = part[query]! * row.length;
        for (let i = 0; i < row.length; i++) own[from + i]! += row[i]!;
      });
    });
    return gainOf(counted, sums, parts, choices);
  };
  const observed = gain();
  let asMuch = 1;
  for (let shuffle = 0; shuffle < SHUFFLES; shuffle++) {
    for (const { rows } of counted) for (const row of rows) shuffleRow(row, next);
    if (gain() >= observed - 1e-12) asMuch += 1;
  }
  return Math.min(1, (2 * asMuch) / (SHUFFLES + 1));
};

interface Counted {
  readonly part: readonly number[];
  /** By query, then by setting. */
  readonly rows: readonly Float64Array[];
  readonly untuned: number;
  /** Queries of each part. */
  readonly sizes: Float64Array;
}

const rowsOf = (columns: readonly Float64Array[]): readonly Float64Array[] =>
  Array.from(columns[0]!, (_, query) => Float64Array.from(columns, (column) => column[query]!));

const shuffleRow = (row: Float64Array, next: () => number): void => {
  for (let i = row.length - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1));
    const kept = row[i]!;
    row[i] = row[j]!;
    row[j] = kept;
  }
};

/** What the choice for each part, by the sums of the others, gains over all parts: the mean of the tasks' means. */
const gainOf = (
  tasks: readonly Counted[],
  sums: readonly Float64Array[],
  parts: number,
  choices: number,
): number => {
  let gain = 0;
  for (let fold = 0; fold < parts; fold++) {
    let best = 0;
    let highest = Number.NEGATIVE_INFINITY;
    for (let choice = 0; choice < choices; choice++) {
      let mean = 0;
      tasks.forEach(({ part, rows, sizes }, task) => {
        const others = part.length - sizes[fold]!;
        if (others === 0) return;
        let sum = 0;
        for (let p = 0; p < parts; p++) if (p !== fold) sum += sums[task]![p * rows[0]!.length + choice]!;
        mean += sum / others;
      });
      if (mean > highest + 1e-12) [best, highest] = [choice, mean];
    }
    tasks.forEach(({ part, rows, untuned }, task) => {
      const from = fold * rows[0]!.length;
      gain += (sums[task]![from + best]! - sums[task]![from + untuned]!) / part.length / tasks.length;
    });
  }
  return gain;
};
