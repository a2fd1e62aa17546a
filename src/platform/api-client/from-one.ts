import { InputError } from '../../core/index.js';

/** A limit of 0 would stop everything without a word. */
export const checkFromOne = (given: Readonly<Record<string, number | undefined>>): void => {
  for (const [name, value] of Object.entries(given))
    if (value !== undefined && !(value >= 1))
      throw new InputError({ found: `${name} ${value}`, expected: 'a number from 1 on' });
};
