import { gapAfter, withoutPossessive } from '../words.js';
import { RELATIVES } from './by-relation.js';
import { BEFORE_INSTITUTIONS, EPONYM_NAMES, EPONYM_NOUNS, INSTITUTIONS } from './eponyms.js';
import { GIVEN_NAMES, PINYIN_GIVEN_NAME, PINYIN_SURNAMES } from './given-names.js';
import { isGivenName, type Reading, type ReadName, readName } from './read-name.js';
import type { NameRule } from './rule.js';

/** What persons do, and names of things do not. */
const ACTS = new Set(
  `said says denies denied reports reported complains complained presented presents came comes was is has had lives lived
felt feels noticed underwent developed states stated asked told works worked remains visited returned died took takes
describes described agreed refused smokes drinks and who`.split(/\s/),
);

/** "Robert Hughes"; "Mary said"; "Zhang Wei". A name before "disease", "sign" and the like is that of a thing. */
export const byGivenName: NameRule = (reading, i) => {
  const { words } = reading;
  const word = words[i]!.text;
  const pinyin = PINYIN_SURNAMES.has(word);
  if (!pinyin && !isGivenName(word)) return undefined;
  if (BEFORE_INSTITUTIONS.has(words[i - 1]?.text ?? '')) return undefined;
  const name = readName(reading, i);
  if (!name || isThing(reading, name)) return undefined;
  const second = words[i + 1]?.text ?? '';
  if (pinyin && !isGivenName(word))
    return name.full === 2 && PINYIN_GIVEN_NAME.test(withoutPossessive(second))
      ? { name, reason: 'a Chinese surname with a given name' }
      : undefined;
  if (name.full > 1) return { name, reason: 'a given name with a surname' };
  return GIVEN_NAMES.has(withoutPossessive(word)) && isPerson(reading, name)
    ? { name, reason: 'a given name of someone who acts' }
    : undefined;
};

const isThing = ({ text, words }: Reading, { start, end }: ReadName): boolean => {
  const said = words.slice(start, end).map((word) => withoutPossessive(word.text));
  const next = gapAfter(text, words, end - 1) === ' ' ? words[end]!.text : '';
  return (
    EPONYM_NAMES.has(said.join(' ').toLowerCase()) ||
    EPONYM_NOUNS.has(next) ||
    INSTITUTIONS.has(next) ||
    said.some((word) => INSTITUTIONS.has(word))
  );
};

const isPerson = ({ text, words }: Reading, { end }: ReadName): boolean => {
  const last = words[end - 1]!.text;
  if (gapAfter(text, words, end - 1) !== ' ') return false;
  const next = words[end]!.text;
  return withoutPossessive(last) === last ? ACTS.has(next) : RELATIVES.has(next);
};
