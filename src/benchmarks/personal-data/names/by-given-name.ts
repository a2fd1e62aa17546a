import { gapAfter, withoutPossessive } from '../words.js';
import { isAfterPlaceWord, type NameRule, type Reading, type ReadName, readName } from './read-name.js';
import { WORDS } from './words.js';

/** Words before a given name that make it a place or an institution. */
const BEFORE_INSTITUTIONS = new Set(
  'Saint St Queen King Mount Fort Lake Port San Santa University College Prince Princess Cape'.split(' '),
);
/** One or two syllables of Pinyin: "Wei", "Xiaoming", "Guiying". */
const PINYIN_GIVEN_NAME =
  /^(?:[BPMFDTNLGKHJQXRZCSYW]|Zh|Ch|Sh)(?:i?ang|i?ong|eng|ing|i?an|uan|en|in|un|i?ao|ai|ei|ou|ui|iu|ia|ie|ua|uo|ue|a|e|i|o|u)(?:-?(?:zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw])(?:i?ang|i?ong|eng|ing|i?an|uan|en|in|un|i?ao|ai|ei|ou|ui|iu|ia|ie|ua|uo|ue|a|e|i|o|u))?$/;

/** "Robert Hughes"; "Mary said". */
export const byGivenName: NameRule = {
  words: new Set([...WORDS.givenNames, ...WORDS.ambiguousGivenNames]),
  reason: 'a given name',
  read: (reading, i) => {
    const name = isInstitution(reading, i) ? undefined : readName(reading, i);
    if (!name || name.full > 1) return name;
    const given = withoutPossessive(reading.words[i]!.text);
    return WORDS.givenNames.has(given) && isPerson(reading, name) && !isAfterPlaceWord(reading, i)
      ? name
      : undefined;
  },
};

/** "Zhang Wei came". */
export const byPinyin: NameRule = {
  words: WORDS.pinyinSurnames,
  reason: 'a Chinese surname with a given name',
  read: (reading, i) => {
    const name = isInstitution(reading, i) ? undefined : readName(reading, i);
    if (name?.full !== 2 || !isPerson(reading, name)) return undefined;
    return PINYIN_GIVEN_NAME.test(withoutPossessive(reading.words[i + 1]!.text)) ? name : undefined;
  },
};

const isInstitution = ({ words }: Reading, i: number) => BEFORE_INSTITUTIONS.has(words[i - 1]?.text ?? '');

const isPerson = ({ text, words }: Reading, { end }: ReadName): boolean => {
  const last = words[end - 1]!.text;
  if (gapAfter(text, words, end - 1) !== ' ') return false;
  const next = words[end]!.text;
  return withoutPossessive(last) === last ? WORDS.acts.has(next) : WORDS.relatives.has(next);
};
