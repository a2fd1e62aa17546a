import { type Attack, attacksOn, repeatsWithoutEnd } from './attacks.js';
import { searched, TOO_MANY } from './matcher.js';
import { compiled } from './program.js';

/**
 * Twice the text adds twice the steps where they grow with its length, four times where they grow with its square. What does not
 * grow is left out by looking at what is added. A short look decides which texts get a long one: there, repeats that end
 * after some times no longer look like growth.
 */
const SHORT = { times: 4, limit: 2.1 };
const LONG = { times: 40, limit: 2.5 };

export interface Slow extends Attack {
  /** Steps at one, two and four times the length. */
  readonly steps: readonly [number, number, number];
}

/** The text on which an expression takes more than linear time, if one of those tried is such. */
export const slowText = (expression: RegExp): Slow | undefined => {
  const program = compiled(expression);
  if (repeatsWithoutEnd(program.pattern).length === 0) return undefined;
  for (const attack of attacksOn(program)) {
    const stepsOf = (times: number): number => searched(program, textOf(attack, times)).steps;
    const grown = ({ times, limit }: typeof SHORT): Slow['steps'] | undefined => {
      const [one, two, four] = [stepsOf(times), stepsOf(2 * times), stepsOf(4 * times)];
      return four > TOO_MANY || four - two > limit * (two - one) ? [one, two, four] : undefined;
    };
    const steps = grown(SHORT) && grown(LONG);
    if (steps) return { ...attack, steps };
  }
  return undefined;
};

export const textOf = ({ before, again, after }: Attack, times: number): string =>
  before + again.repeat(times) + after;
