import { gapAfter } from '../words.js';
import { readName } from './read-name.js';
import type { NameRule } from './rule.js';

const TITLES = new Set(
  'Mr Mrs Ms Miss Mx Dr Prof Professor Doctor Nurse Sister Sir Madame Mme Mlle Herr Frau Señor Señora Reverend Rev Rabbi Imam'.split(
    ' ',
  ),
);

/** All in capitals they are other things too: "MR angiography", "HLA-DR". Only a point makes a title of them. */
const CAPITALS = new Set(['MR', 'MRS', 'DR', 'PROF']);

/** "Mr. Harcourt", "Dr Anneliese Vogt". */
export const byTitle: NameRule = {
  words: new Set([...TITLES, ...CAPITALS]),
  reason: 'a name after a title',
  read: (reading, i) => {
    const { text, words } = reading;
    const gap = gapAfter(text, words, i);
    const joined = gap === '. ' || (TITLES.has(words[i]!.text) && (gap === ' ' || gap === '.'));
    return joined ? readName(reading, i + 1, true) : undefined;
  },
};
