import { digitsOf } from './matches.js';

/** What a number looks like after the word that names it, as the source of an expression. */
export const TELEPHONE_NUMBER = String.raw`(\+?\(?\d[\d ().-]{4,20}\d)(?![\w-])`;

/** From seven digits without an area up to the fifteen of E.164. */
export const isTelephoneNumber = (found: string): boolean => {
  const { length } = digitsOf(found);
  return length >= 7 && length <= 15;
};
