import { defined, InputError } from '../../core/index.js';
import { type GradedRanking, onlyJudged, relevantFrom } from './graded-ranking.js';
import {
  type AllParameters,
  checkedParameters,
  type MeasureParameters,
  nameWith,
  type ParameterName,
} from './measure-parameters.js';

/** A way to score one ranking. Its name is how it is written in flags, tables and records, and parses back to it. */
export interface Measure {
  readonly name: string;
  score(ranking: GradedRanking): number;
  /** Where a task's value is the quotient of two sums over its queries, what each query adds to them. */
  pooled?(ranking: GradedRanking): Pool;
  /** Where a task's value follows from a mean of something else than its queries' scores. */
  readonly over?: OverQueries;
  /** Its values are no shares between 0 and 1, which tables show out of 100. */
  readonly unbounded?: boolean;
}

/** A task's value by the mean of what its queries' scores are turned into; rising, so that intervals follow as well. */
export interface OverQueries {
  of(score: number): number;
  all(mean: number, queries: number): number;
}

/** A task's value is the sum of its queries' parts over the sum of their wholes. */
export interface Pool {
  readonly part: number;
  readonly whole: number;
}

/** What all measures of one name share, whatever their cutoff and parameters are. */
interface Family<Own> {
  readonly name: string;
  /** Other tools' names of it, in lower case: `recip_rank`. */
  readonly aliases: readonly string[];
  /** The parameters it has. */
  readonly takes: readonly ParameterName[];
  /** The same measure with other parameters: `P.with({ rel: 2 })`. */
  with(parameters: MeasureParameters): Own;
}

/** A measure that needs a cutoff: `P.at(10)`. */
export interface MeasureAtCut extends Family<MeasureAtCut> {
  at(k: number): Measure;
}

/** A measure that can look at the whole ranking, or only so deep: `MRR`, `MRR.at(10)`. */
export interface CuttableMeasure extends Measure, Family<CuttableMeasure> {
  at(k: number): Measure;
}

/** A measure of the whole ranking alone: `Rprec`. */
export interface WholeMeasure extends Measure, Family<WholeMeasure> {
  readonly at?: undefined;
}

/** A measure, or a family of measures that waits for its cutoff. */
export type AnyMeasure = MeasureAtCut | CuttableMeasure | WholeMeasure;

/** Scores the first k hits; k is Infinity for the whole ranking. */
type ScoreAt = (ranking: GradedRanking, k: number, parameters: AllParameters) => number;

interface Details extends Pick<Measure, 'over' | 'unbounded'> {
  readonly aliases?: readonly string[];
  /** `rel` and `only` by default: measures of relevant and other documents have them, measures of grades no `rel`. */
  readonly takes?: readonly ParameterName[];
  readonly pooled?: (ranking: GradedRanking, k: number) => Pool;
}

/** The ranking that a measure with these parameters looks at. */
const seenWith =
  ({ rel, only }: AllParameters) =>
  (ranking: GradedRanking): GradedRanking => {
    const left = only === 'judged' ? onlyJudged(ranking) : ranking;
    return rel === left.level ? left : relevantFrom(left, rel);
  };

export const measureAtCut = (
  name: string,
  score: ScoreAt,
  details: Details = {},
  given: MeasureParameters = {},
): MeasureAtCut => {
  const { aliases = [], takes = ['rel', 'only'], pooled, over, unbounded } = details;
  const parameters = checkedParameters(name, takes, given);
  const seen = seenWith(parameters);
  const full = nameWith(name, parameters);
  return {
    name: full,
    aliases,
    takes,
    with: (changed) => measureAtCut(name, score, details, { ...given, ...changed }),
    at(k) {
      const cut = cutOff(full, k);
      return {
        name: `${full}@${cut}`,
        score: (ranking) => score(seen(ranking), cut, parameters),
        ...(pooled && { pooled: (ranking) => pooled(seen(ranking), cut) }),
        ...defined({ over, unbounded }),
      };
    },
  };
};

export const cuttableMeasure = (
  name: string,
  score: ScoreAt,
  details: Details = {},
  given: MeasureParameters = {},
): CuttableMeasure => {
  const cut = measureAtCut(name, score, details, given);
  const parameters = checkedParameters(name, cut.takes, given);
  const seen = seenWith(parameters);
  return {
    ...cut,
    ...defined({ over: details.over, unbounded: details.unbounded }),
    with: (changed) => cuttableMeasure(name, score, details, { ...given, ...changed }),
    score: (ranking) => score(seen(ranking), Number.POSITIVE_INFINITY, parameters),
  };
};

export const wholeMeasure = (
  name: string,
  score: (ranking: GradedRanking, parameters: AllParameters) => number,
  details: Details = {},
  given: MeasureParameters = {},
): WholeMeasure => {
  const scored: ScoreAt = (ranking, _, parameters) => score(ranking, parameters);
  const { at: _, ...whole } = cuttableMeasure(name, scored, details, given);
  return { ...whole, with: (changed) => wholeMeasure(name, score, details, { ...given, ...changed }) };
};

const cutOff = (name: string, k: number): number => {
  if (Number.isSafeInteger(k) && k >= 1) return k;
  throw new InputError({
    found: `cut-off ${k} for ${name}`,
    expected: 'a whole number from 1',
    fix: `write ${name}@10 for the first ten hits`,
  });
};

/** How many relevant hits are in the first k. */
export const relevantWithin = ({ ranks }: GradedRanking, k: number): number => {
  let count = 0;
  while (count < ranks.length && ranks[count]! <= k) count++;
  return count;
};
