import { digitsOf, type KindOfData, matches } from '../spans.js';

const DASHED = /(?<![\w-])\d{3}-\d{2}-\d{4}(?![\w-])/g;
const NAMED =
  /\b(?:ssn|social security)(?: (?:number|no\.?|#))?[ :#=]{0,3}(?:(?:is|was) )?(\d{3}[- ]?\d{2}[- ]?\d{4})(?![\w-])/gi;

/** Numbers of the area 000, 666 or above 899, the group 00 or the serial 0000 are never issued. */
const couldBeIssued = (found: string): boolean => !/^(?:000|666|9)|^.{3}00|0000$/.test(digitsOf(found));

export const socialSecurity: KindOfData<'social-security'> = {
  name: 'social-security',
  safeHarbor: '(G) social security numbers',
  *find(text) {
    yield* matches(text, NAMED, 'named as a social security number');
    yield* matches(text, DASHED, 'the form of a social security number', couldBeIssued);
  },
};
