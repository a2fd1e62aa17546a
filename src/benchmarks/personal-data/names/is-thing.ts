import { gapAfter, withoutPossessive } from '../words.js';
import { hasOrdinaryEnding } from './ordinary-words.js';
import type { Reading, ReadName } from './read-name.js';
import { WORDS } from './words.js';

/** Whether a name is that of a disease, a test, an institution, or of authors who are cited. */
export const isThing = ({ text, words }: Reading, { start, end }: ReadName): boolean => {
  const parts = words.slice(start, end).map((word) => withoutPossessive(word.text));
  const next = gapAfter(text, words, end - 1) === ' ' ? words[end]!.text : '';
  return (
    WORDS.eponymNames.has(parts.join(' ').toLowerCase()) ||
    WORDS.eponymNouns.has(next) ||
    (hasOrdinaryEnding(next) && next === next.toLowerCase()) ||
    WORDS.institutions.has(next) ||
    parts.some((word) => WORDS.institutions.has(word)) ||
    /^,? (?:et al|and (?:colleagues|co-?workers|associates))/.test(
      text.slice(words[end - 1]!.end, words[end - 1]!.end + 18),
    )
  );
};
