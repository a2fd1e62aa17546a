import { isSpace } from '../chunk/span.js';

/** A word of a text as names are compared by, and where it is. */
export interface FoldedWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
  /** As it was written, marks inside it left out. */
  readonly written: string;
  /** Whether the end of a sentence or clause lies between it and the word before. */
  readonly apart: boolean;
}

const LETTER = /[\p{L}\p{N}]/u;
const MARKS = /\p{M}/gu;
/** Invisible characters inside words, and apostrophes. */
const INSIDE = new Set(['\u00ad', '\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', "'", '’', 'ʼ', '`']);
const STOPS = new Set(['.', '!', '?', ';', ':']);
const GREEK: ReadonlyMap<string, string> = new Map(
  'α alpha β beta γ gamma δ delta ε epsilon ζ zeta η eta θ theta ι iota κ kappa λ lambda μ mu ν nu ξ xi π pi ρ rho σ sigma ς sigma τ tau φ phi χ chi ψ psi ω omega'
    .split(' ')
    .flatMap((sign, i, all) => (i % 2 === 0 ? [[sign, all[i + 1]!] as const] : [])),
);

/**
 * The words of a text without case, accents, possessive and plural endings and British spellings: what names of diseases are compared by. Hyphens
 * and other marks end a word; invisible characters and apostrophes do not.
 */
export const foldedWords = (text: string): readonly FoldedWord[] => {
  const words: FoldedWord[] = [];
  let word = '';
  let written = '';
  let start = 0;
  let end = 0;
  let apart = false;
  const close = (): void => {
    if (word === '') return;
    words.push({ word: singular(american(word)), start, end, written, apart });
    word = '';
    written = '';
    apart = false;
  };
  let at = 0;
  for (const character of text) {
    const next = at + character.length;
    const folded = withoutMarks(character);
    if (LETTER.test(folded)) {
      if (word === '') start = at;
      const lower = folded.toLowerCase();
      word += GREEK.get(lower) ?? lower;
      written += folded;
      end = next;
    } else if (folded !== '' && !INSIDE.has(character)) {
      close();
      if (STOPS.has(character) && isSpace(text[next])) apart = true;
    }
    at = next;
  }
  close();
  return words;
};

/** Most characters are ASCII, which has no marks. */
const withoutMarks = (character: string): string =>
  character < '\u0080' ? character : character.normalize('NFKD').replace(MARKS, '');

const american = (word: string) => word.replaceAll('ae', 'e').replaceAll('oe', 'e').replaceAll('our', 'or');

/** Plurals as medical English makes them. Words such as `lupus`, `sepsis` and `abscess` have none. */
const singular = (word: string): string => {
  if (word.length < 4 || !word.endsWith('s')) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.endsWith('oses') || word.endsWith('yses')) return `${word.slice(0, -2)}is`;
  return /(?:ss|us|is)$/.test(word) ? word : word.slice(0, -1);
};

export const foldedName = (name: string): string =>
  foldedWords(name)
    .map(({ word }) => word)
    .join(' ');
