import { InputError } from '../../core/index.js';

/** Checks settings of a method that count something. */
export const checkCounts = (method: string, counts: Readonly<Record<string, number>>): void => {
  for (const [name, value] of Object.entries(counts))
    if (!Number.isSafeInteger(value) || value < 1)
      throw new InputError({ found: `${method}: ${name} = ${value}`, expected: 'a whole number from 1' });
};
