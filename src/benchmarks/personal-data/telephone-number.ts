import { digitsOf } from './matches.js';

/** What a number looks like after the word that names it, as the source of an expression. */
export const TELEPHONE_NUMBER = String.raw`(\+?\(?\d[\d ().-]{4,20}\d(?: ?(?:x|ext\.?|extension) ?\d{1,6})?)(?![\w-])`;

/** From seven digits without an area up to the fifteen of E.164; an extension is counted apart. */
export const isTelephoneNumber = (found: string): boolean => {
  const { length } = digitsOf(found.split(/x|ext/i)[0]!);
  return length >= 7 && length <= 15;
};
