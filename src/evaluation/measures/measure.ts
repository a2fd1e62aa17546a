import { InputError } from '../../core/index.js';
import { type GradedRanking, relevantFrom } from './graded-ranking.js';
import {
  checkedParameters,
  type MeasureParameters,
  nameWith,
  type ParameterName,
} from './measure-parameters.js';

/** A way to score one ranking. Its name is how it is written in flags, tables and records, and parses back to it. */
export interface Measure {
  readonly name: string;
  score(ranking: GradedRanking): number;
  /** Where a task's value is not the mean of its queries' scores, what each query adds to it. */
  pooled?(ranking: GradedRanking): Pool;
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
type ScoreAt = (ranking: GradedRanking, k: number, parameters: Required<MeasureParameters>) => number;

interface Details {
  readonly aliases?: readonly string[];
  /** `rel` by default: measures of relevant and other documents have it, measures of grades do not. */
  readonly takes?: readonly ParameterName[];
  readonly pooled?: (ranking: GradedRanking, k: number) => Pool;
}

export const measureAtCut = (
  name: string,
  score: ScoreAt,
  details: Details = {},
  given: MeasureParameters = {},
): MeasureAtCut => {
  const { aliases = [], takes = ['rel'], pooled } = details;
  const parameters = checkedParameters(name, takes, given);
  const { rel } = parameters;
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
        score: (ranking) => score(relevantFrom(ranking, rel), cut, parameters),
        ...(pooled && { pooled: (ranking) => pooled(relevantFrom(ranking, rel), cut) }),
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
  return {
    ...cut,
    with: (changed) => cuttableMeasure(name, score, details, { ...given, ...changed }),
    score: (ranking) => score(relevantFrom(ranking, parameters.rel), Number.POSITIVE_INFINITY, parameters),
  };
};

export const wholeMeasure = (
  name: string,
  score: (ranking: GradedRanking) => number,
  details: Details = {},
  given: MeasureParameters = {},
): WholeMeasure => {
  const { at: _, ...whole } = cuttableMeasure(name, score, details, given);
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
