import { InputError, lookup, own } from '../../core/index.js';

/** What some measures can be set to; each has the parameters that make sense for it. */
export interface MeasureParameters {
  /** RBP's persistence, the chance of going on to the next hit; 0.8 by default. */
  readonly p?: number;
  /** INST's target, the relevant documents that a reader hopes for; 1 by default. */
  readonly t?: number;
  /** How much more recall counts than precision in SetF; 1 by default. */
  readonly beta?: number;
  /** IPrec's recall; 0 by default. */
  readonly recall?: number;
  /** The highest grade there is, for INST; 1 by default. */
  readonly max?: number;
  /** alpha_nDCG's: how much less a further document of an aspect gains; 0.5 by default. */
  readonly alpha?: number;
  /** A document's gain: its grade, or 2 to the power of its grade, less 1. */
  readonly gains?: 'linear' | 'exponential';
  /** `judged` takes documents without a judgement out of the ranking first, as trec_eval's -J. */
  readonly only?: 'all' | 'judged';
  /** The grade from which a document is relevant; 1 by default. */
  readonly rel?: number;
}

export type ParameterName = keyof MeasureParameters;
export type AllParameters = Required<MeasureParameters>;

interface Parameter {
  readonly usual: number | string;
  readonly expected: string;
  holds(value: unknown): boolean;
}

const numberIn = (usual: number, expected: string, holds: (value: number) => boolean): Parameter => ({
  usual,
  expected,
  holds: (value) => typeof value === 'number' && holds(value),
});

const wholeFrom1 = numberIn(1, 'a whole number from 1', (value) => Number.isSafeInteger(value) && value >= 1);

const choice = (...words: readonly [string, string]): Parameter => ({
  usual: words[0],
  expected: words.join(' or '),
  holds: (value) => words.includes(value as string),
});

/** In the order in which a measure's name has them. */
const PARAMETERS: Readonly<Record<ParameterName, Parameter>> = {
  p: numberIn(0.8, 'a number above 0 and below 1', (value) => value > 0 && value < 1),
  t: numberIn(1, 'a number above 0', (value) => value > 0 && value < Number.POSITIVE_INFINITY),
  beta: numberIn(1, 'a number above 0', (value) => value > 0 && value < Number.POSITIVE_INFINITY),
  recall: numberIn(0, 'a number from 0 to 1', (value) => value >= 0 && value <= 1),
  max: wholeFrom1,
  alpha: numberIn(0.5, 'a number from 0 to 1', (value) => value >= 0 && value <= 1),
  gains: choice('linear', 'exponential'),
  only: choice('all', 'judged'),
  rel: wholeFrom1,
};

const NAMES = Object.keys(PARAMETERS) as readonly ParameterName[];
const USUAL = Object.fromEntries(NAMES.map((name) => [name, PARAMETERS[name].usual])) as AllParameters;

/** All parameters, the given ones checked. */
export const checkedParameters = (
  name: string,
  takes: readonly ParameterName[],
  given: MeasureParameters,
): AllParameters => {
  const known = Object.fromEntries(takes.map((each) => [each, PARAMETERS[each]]));
  if (takes.length === 0 && Object.keys(given).length > 0)
    throw new InputError({
      found: `${Object.keys(given).join(', ')} for ${name}, which has no parameters`,
      fix: `write ${name} alone`,
    });
  for (const [parameter, value] of Object.entries(given)) {
    const { expected, usual, holds } = lookup(`parameter of ${name}`, known, parameter);
    if (!holds(value))
      throw new InputError({
        found: `${parameter}=${value} for ${name}`,
        expected,
        fix: `write ${name}(${parameter}=${usual}) or leave it out`,
      });
  }
  return { ...USUAL, ...given };
};

/** `RBP(p=0.5, rel=2)`: only what differs from the defaults, so that a measure has one name. */
export const nameWith = (name: string, parameters: AllParameters): string => {
  const changed = NAMES.filter((each) => parameters[each] !== USUAL[each]).map(
    (each) => `${each}=${parameters[each]}`,
  );
  return changed.length > 0 ? `${name}(${changed.join(', ')})` : name;
};

/** ir_measures' spellings of parameters. */
const SPELLINGS: Readonly<Record<string, string>> = {
  'judged_only=true': 'only=judged',
  'judged_only=false': 'only=all',
  'dcg=exp-log2': 'gains=exponential',
  'dcg=log2': 'gains=linear',
};

/** `p=0.8, rel=2` as it stands in the parentheses of a measure. */
export const parametersIn = (written: string, text: string): MeasureParameters => {
  const pairs = written.split(',').map((pair) => {
    const plain = pair.replace(/[\s'"]/g, '').toLowerCase();
    return (own(SPELLINGS, plain) ?? plain).replace(/^max_rel=/, 'max=').split('=');
  });
  const bad = pairs.find((pair) => pair.length !== 2 || !/^(\d+(\.\d+)?|\.\d+|[a-z]+)$/.test(pair[1]!));
  if (bad)
    throw new InputError({
      found: `parameters "${written}" in "${text}"`,
      expected: 'names and values, as in RBP(p=0.8), P(rel=2)@10 or nDCG(only=judged)@10',
      fix: 'write each parameter as name=value, separated by commas',
    });
  return Object.fromEntries(
    pairs.map(([name, value]) => [name!, /^[a-z]/.test(value!) ? value! : Number(value)]),
  );
};
