import { gapAfter } from '../words.js';
import { readName } from './read-name.js';
import type { NameRule } from './rule.js';

const TITLES = new Set(
  'Mr Mrs Ms Miss Mx Dr Prof Professor Doctor Nurse Sister Sir Madame Mme Mlle Herr Frau Señor Señora Reverend Rev Rabbi Imam'.split(
    ' ',
  ),
);

/** "Mr. Harcourt", "Dr Anneliese Vogt". */
export const byTitle: NameRule = (reading, i) => {
  const { text, words } = reading;
  if (!TITLES.has(words[i]!.text) && !/^(?:MR|MRS|DR|PROF)$/.test(words[i]!.text)) return undefined;
  const gap = gapAfter(text, words, i);
  return gap === ' ' || gap === '. ' || gap === '.'
    ? { name: readName(reading, i + 1, true), reason: 'a name after a title' }
    : undefined;
};
