import { gapAfter, isCapitalised, type Word, withoutPossessive } from '../words.js';
import { isOrdinary } from './ordinary-words.js';
import { WORDS } from './words.js';

const PARTICLES = new Set(
  'van von de der den del della di da dos du la le el al bin ibn ter ten zu'.split(' '),
);
const MOST_WORDS = 5;

/** A text with its words, read once for all rules. */
export interface Reading {
  readonly text: string;
  readonly words: readonly Word[];
}

/** A name that was read: from its first word up to the one before `end`. */
export interface ReadName {
  readonly start: number;
  readonly end: number;
  /** Words without initials and particles. */
  readonly full: number;
  readonly initials: number;
}

/** A way to tell a name by a word: its title, a relation, or its own first word. */
export interface NameRule {
  /** The words at which it looks; most words of a text are none, and are passed over at the price of one look. */
  readonly words: ReadonlySet<string>;
  readonly reason: string;
  /** The name at or after such a word. */
  readonly read: (reading: Reading, word: number) => ReadName | undefined;
}

/** The name that starts with this word: capitalised words, initials, and particles between them. */
export const readName = ({ text, words }: Reading, start: number, capitals = false): ReadName | undefined => {
  let end = start;
  let full = 0;
  let initials = 0;
  for (let i = start; i < words.length && i < start + MOST_WORDS; i++) {
    if (i > start && !continues(text, words, i - 1)) break;
    const word = words[i]!.text;
    if (isInitial(word)) initials += 1;
    else if (isNamePart(word, capitals)) full += 1;
    else if (PARTICLES.has(word.toLowerCase()) && (i > start || capitals || isCapitalised(word))) continue;
    else break;
    end = i + 1;
    if (withoutPossessive(word) !== word) break;
  }
  return full > 0 ? { start, end, full, initials } : undefined;
};

/** A full name, or one that begins with a known given name. */
export const isConvincing = ({ words }: Reading, name: ReadName): boolean =>
  name.full + name.initials > 1 || isGivenName(words[name.start]!.text);

export const isGivenName = (word: string): boolean =>
  WORDS.givenNames.has(withoutPossessive(word)) || WORDS.ambiguousGivenNames.has(withoutPossessive(word));

const isInitial = (word: string): boolean => /^\p{Lu}$/u.test(word);

/** Words all in capitals are names only where a title or a label says so. "Nancy" ends as "pregnancy" does, and is a name. */
const isNamePart = (word: string, capitals: boolean): boolean =>
  (WORDS.givenNames.has(withoutPossessive(word)) || !isOrdinary(withoutPossessive(word))) &&
  (isCapitalised(word) || (capitals && /^\p{Lu}{3,}$/u.test(word)));

/** Only an initial has a point before the name goes on. */
const continues = (text: string, words: readonly Word[], i: number): boolean => {
  const gap = gapAfter(text, words, i);
  return gap === ' ' || (isInitial(words[i]!.text) && (gap === '. ' || gap === '.'));
};

const PLACE_WORDS = new Set('in from near at to around across outside throughout'.split(' '));

/** "From Rosario is admitted": what stands after such a word is rather a place. */
export const isAfterPlaceWord = ({ words }: Reading, i: number): boolean =>
  PLACE_WORDS.has(words[i - 1]?.text.toLowerCase() ?? '');
