import { InputError } from '../../core/index.js';
import { bootstrapInterval } from './bootstrap.js';
import { meanOf } from './significance/differences.js';

/** The mean need of a document drawn at random: that of 1 + log10(f) / 3 for any share f of documents in front of it. */
export const NEED_AT_RANDOM = 1 - 1 / (3 * Math.LN10);

/** One task against another by the headline. */
export interface NeedComparison {
  readonly one: string;
  readonly other: string;
  /** The headline of the first minus that of the second. */
  readonly difference: number;
  /** 95 % bootstrap; queries are drawn within each task, independently. */
  readonly interval: readonly [number, number];
  readonly reading: string;
}

/** A task with the need of each of its queries, as a report of an audit has them. */
export interface NamedNeed {
  readonly task: string;
  readonly need: { readonly queries: readonly { readonly need: number }[] };
}

/** Has one task a larger lexical gap than another? Both must have been audited with the same analyzer. */
export const compareNeed = (one: NamedNeed, other: NamedNeed, seed = 1): NeedComparison => {
  const sides = [one, other].map(({ task, need }) => {
    if (need.queries.length === 0)
      throw new InputError({
        found: `no need of ${task}`,
        expected: 'a task in which at least one query has a relevant document',
        fix: 'leave the task out, or judge a relevant document',
      });
    return need.queries.map((query) => query.need);
  });
  const difference = meanOf(sides[0]!) - meanOf(sides[1]!);
  const drawnMean = (side: number, rows: Uint32Array): number =>
    meanOf(Array.from(rows, (row) => sides[side]![row]!));
  const { low, high } = bootstrapInterval(
    sides.map(({ length }) => length),
    ([first, second]) => drawnMean(0, first!) - drawnMean(1, second!),
    { seed },
  )!;
  return {
    one: one.task,
    other: other.task,
    difference,
    interval: [low, high],
    reading:
      low > 0
        ? `${one.task} has a larger lexical gap than ${other.task}.`
        : high < 0
          ? `${one.task} has a smaller lexical gap than ${other.task}.`
          : `The queries do not tell whether ${one.task} or ${other.task} has the larger lexical gap.`,
  };
};
