import { gapAfter, withoutPossessive } from '../words.js';
import { EPONYM_NAMES, EPONYM_NOUNS, INSTITUTIONS } from './eponyms.js';
import { hasOrdinaryEnding } from './ordinary-words.js';
import type { Reading, ReadName } from './read-name.js';

/** Whether a name is that of a disease, a test, an institution, or of authors who are cited. */
export const isThing = ({ text, words }: Reading, { start, end }: ReadName): boolean => {
  const said = words.slice(start, end).map((word) => withoutPossessive(word.text));
  const next = gapAfter(text, words, end - 1) === ' ' ? words[end]!.text : '';
  return (
    EPONYM_NAMES.has(said.join(' ').toLowerCase()) ||
    EPONYM_NOUNS.has(next) ||
    (hasOrdinaryEnding(next) && next === next.toLowerCase()) ||
    INSTITUTIONS.has(next) ||
    said.some((word) => INSTITUTIONS.has(word)) ||
    /^,? (?:et al|and (?:colleagues|co-?workers|associates))/.test(
      text.slice(words[end - 1]!.end, words[end - 1]!.end + 18),
    )
  );
};
