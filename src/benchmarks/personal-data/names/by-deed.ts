import { gapAfter, isCapitalised } from '../words.js';
import { isOrdinary } from './ordinary-words.js';
import { isAfterPlaceWord, type NameRule, type Reading, readName } from './read-name.js';
import { WORDS } from './words.js';

/** "Charvi Bakshi is seen today", "Timo Kranz is a 45-year-old": two capitalised words before what only a person does or suffers. */
export const byDeed: NameRule = {
  words: new Set([...WORDS.deeds, 'is', 'was']),
  reason: 'a full name of someone who acts',
  read: (reading, i) => {
    const { text, words } = reading;
    if (!WORDS.deeds.has(words[i]!.text) && !isSuffered(reading, i)) return undefined;
    if (gapAfter(text, words, i - 1) !== ' ') return undefined;
    const first = firstOfName(reading, i);
    const name = first < i - 1 ? readName(reading, first) : undefined;
    return name?.end === i && name.full > 1 && !isAfterPlaceWord(reading, first) ? name : undefined;
  },
};

const isSuffered = ({ text, words }: Reading, i: number): boolean =>
  (WORDS.sufferings.has(words[i + 1]?.text ?? '') && gapAfter(text, words, i) === ' ') ||
  /^ an? \d{1,3}[- ]years?[- ]old/.test(text.slice(words[i]!.end, words[i]!.end + 20));

/** The first of up to three capitalised words before a place. */
const firstOfName = ({ text, words }: Reading, i: number): number => {
  let first = i;
  for (let k = i - 1; k >= Math.max(0, i - 3); k--) {
    if (!isCapitalised(words[k]!.text) || isOrdinary(words[k]!.text)) break;
    if (k < i - 1 && gapAfter(text, words, k) !== ' ') break;
    first = k;
  }
  return first;
};
