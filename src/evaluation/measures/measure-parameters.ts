import { InputError, lookup } from '../../core/index.js';

/** What some measures can be set to; each has the parameters that make sense for it. */
export interface MeasureParameters {
  /** The grade from which a document is relevant; 1 by default. */
  readonly rel?: number;
  /** RBP's persistence, the chance of going on to the next hit; 0.8 by default. */
  readonly p?: number;
}

export type ParameterName = keyof MeasureParameters;

const DEFAULTS: Required<MeasureParameters> = { p: 0.8, rel: 1 };

const CHECKS: Readonly<Record<ParameterName, { expected: string; holds(value: number): boolean }>> = {
  p: { expected: 'a number above 0 and below 1', holds: (value) => value > 0 && value < 1 },
  rel: {
    expected: 'a whole number from 1',
    holds: (value) => Number.isSafeInteger(value) && value >= 1,
  },
};

/** All parameters, the given ones checked. */
export const checkedParameters = (
  name: string,
  takes: readonly ParameterName[],
  given: MeasureParameters,
): Required<MeasureParameters> => {
  const checks = Object.fromEntries(takes.map((each) => [each, CHECKS[each]]));
  if (takes.length === 0 && Object.keys(given).length > 0)
    throw new InputError({
      found: `${Object.keys(given).join(', ')} for ${name}, which has no parameters`,
      fix: `write ${name} alone`,
    });
  for (const [parameter, value] of Object.entries(given)) {
    const { expected, holds } = lookup(`parameter of ${name}`, checks, parameter);
    if (!holds(value))
      throw new InputError({
        found: `${parameter}=${value} for ${name}`,
        expected,
        fix: `write ${name}(${parameter}=${DEFAULTS[parameter as ParameterName]}) or leave it out`,
      });
  }
  return { ...DEFAULTS, ...given };
};

/** `RBP(p=0.5, rel=2)`: only what differs from the defaults, so that a measure has one name. */
export const nameWith = (name: string, parameters: Required<MeasureParameters>): string => {
  const changed = (Object.keys(DEFAULTS) as ParameterName[])
    .filter((each) => parameters[each] !== DEFAULTS[each])
    .map((each) => `${each}=${parameters[each]}`);
  return changed.length > 0 ? `${name}(${changed.join(', ')})` : name;
};
