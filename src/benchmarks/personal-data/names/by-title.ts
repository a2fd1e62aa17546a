import { gapAfter } from '../words.js';
import { isConvincing, readName } from './read-name.js';
import type { NameRule } from './rule.js';

const TITLES = new Set(
  'Mr Mrs Ms Miss Mx Dr Prof Professor Doctor Nurse Sister Sir Madame Mme Mlle Herr Frau Señor Señora Reverend Rev Rabbi Imam Aunt Uncle Grandma Grandpa'.split(
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

/** "Interpreter Terri Nguyen": a role makes a full name sure, not a single word. */
export const byRole: NameRule = {
  words: new Set(
    'Interpreter Midwife Surgeon Paramedic Physiotherapist Pharmacist Radiologist Anaesthetist Consultant Registrar Resident'.split(
      ' ',
    ),
  ),
  reason: 'a name after a role',
  read: (reading, i) => {
    const name = gapAfter(reading.text, reading.words, i) === ' ' ? readName(reading, i + 1) : undefined;
    return name && isConvincing(reading, name) ? name : undefined;
  },
};
