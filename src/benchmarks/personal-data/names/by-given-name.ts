import { gapAfter, withoutPossessive } from '../words.js';
import { RELATIVES } from './by-relation.js';
import { BEFORE_INSTITUTIONS } from './eponyms.js';
import { AMBIGUOUS_GIVEN_NAMES, GIVEN_NAMES, PINYIN_GIVEN_NAME, PINYIN_SURNAMES } from './given-names.js';
import { isAfterPlaceWord, type Reading, type ReadName, readName } from './read-name.js';
import type { NameRule } from './rule.js';

/** What persons do, and names of things do not. */
const ACTS = new Set(
  `said says denies denied reports reported complains complained presented presents came comes was is has had lives lived
felt feels noticed underwent developed states stated asked told works worked remains visited returned died took takes
describes described agreed refused smokes drinks who walked fell
suffers suffered received gave gives`.split(/\s/),
);

/** "Robert Hughes"; "Mary said". */
export const byGivenName: NameRule = {
  words: new Set([...GIVEN_NAMES, ...AMBIGUOUS_GIVEN_NAMES]),
  reason: 'a given name',
  read: (reading, i) => {
    const name = isInstitution(reading, i) ? undefined : readName(reading, i);
    if (!name || name.full > 1) return name;
    const given = withoutPossessive(reading.words[i]!.text);
    return GIVEN_NAMES.has(given) && isPerson(reading, name) && !isAfterPlaceWord(reading, i)
      ? name
      : undefined;
  },
};

/** "Zhang Wei came". */
export const byPinyin: NameRule = {
  words: PINYIN_SURNAMES,
  reason: 'a Chinese surname with a given name',
  read: (reading, i) => {
    const name = isInstitution(reading, i) ? undefined : readName(reading, i);
    if (name?.full !== 2 || !isPerson(reading, name)) return undefined;
    return PINYIN_GIVEN_NAME.test(withoutPossessive(reading.words[i + 1]!.text)) ? name : undefined;
  },
};

const isInstitution = ({ words }: Reading, i: number): boolean =>
  BEFORE_INSTITUTIONS.has(words[i - 1]?.text ?? '');

const isPerson = ({ text, words }: Reading, { end }: ReadName): boolean => {
  const last = words[end - 1]!.text;
  if (gapAfter(text, words, end - 1) !== ' ') return false;
  const next = words[end]!.text;
  return withoutPossessive(last) === last ? ACTS.has(next) : RELATIVES.has(next);
};
