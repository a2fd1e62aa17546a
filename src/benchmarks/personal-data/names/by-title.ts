import { gapAfter } from '../words.js';
import { isConvincing, type NameRule, readName } from './read-name.js';
import { WORDS } from './words.js';

/** All in capitals they are other things too: "MR angiography", "HLA-DR". Only a point makes a title of them. */
const CAPITALS = new Set(['MR', 'MRS', 'DR', 'PROF']);

/** "Mr. Harcourt", "Dr Anneliese Vogt". */
export const byTitle: NameRule = {
  words: new Set([...WORDS.titles, ...CAPITALS]),
  reason: 'a name after a title',
  read: (reading, i) => {
    const { text, words } = reading;
    const gap = gapAfter(text, words, i);
    const joined = gap === '. ' || (WORDS.titles.has(words[i]!.text) && (gap === ' ' || gap === '.'));
    return joined ? readName(reading, i + 1, true) : undefined;
  },
};

/** "Interpreter Terri Nguyen": a role makes a full name sure, not a single word. */
export const byRole: NameRule = {
  words: WORDS.roles,
  reason: 'a name after a role',
  read: (reading, i) => {
    const name = gapAfter(reading.text, reading.words, i) === ' ' ? readName(reading, i + 1) : undefined;
    return name && isConvincing(reading, name) ? name : undefined;
  },
};
