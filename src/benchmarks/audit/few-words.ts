import { words } from '../../evaluation/overlap/index.js';
import { excerpt } from './excerpt.js';

/** Fewer words say too little to be judged, or to be searched with. */
export const FEWEST_WORDS = 3;

/** Longer texts have enough words; they are not split to be counted. */
const SURELY_ENOUGH = 200;

/** The number of words of a text that has some text but fewer words than enough; undefined for all others. */
export const tooFewWords = (text: string): number | undefined => {
  if (text.length > SURELY_ENOUGH || text.trim() === '') return undefined;
  const count = words(text).length;
  return count < FEWEST_WORDS ? count : undefined;
};

/** "one character", "2 words". */
export const fewWordsText = (text: string, count: number): string =>
  [...text.trim()].length === 1 ? 'one character' : count === 1 ? '1 word' : `${count} words`;

export const fewWords = (text: string): { readonly detail: string; readonly text: string } | undefined => {
  const count = tooFewWords(text);
  return count === undefined ? undefined : { detail: fewWordsText(text, count), text: excerpt(text) };
};
