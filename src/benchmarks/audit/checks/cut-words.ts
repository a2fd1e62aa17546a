import type { AuditExample } from '../../../experiment/record/index.js';
import { type Check, tally } from '../check.js';

/** More different words are not held in memory. */
const MOST_WORDS = 500_000;
/** Shorter pieces are abbreviations. */
const LEAST_LETTERS = 3;
/** So much of the word must be missing: endings such as -s, -al and -ing make another word. */
const LEAST_MISSING = 4;

interface End {
  readonly whose: Pick<AuditExample, 'query' | 'documents'>;
  readonly piece: string;
}

export const cutWords: Check = {
  name: 'cut-words',
  title: 'Texts that end within a word',
  definition: `Documents and queries without a mark at their end whose last word occurs nowhere else, while a word of the corpus begins with it and goes on for ${LEAST_MISSING} letters or more. Words have ${LEAST_LETTERS} small letters or more.`,
  severity: 'note',
  unit: 'texts',
  fix: 'Cut texts at the end of a word, better at the end of a sentence.',
  start: ({ queries }, most) => {
    const counts = new Map<string, number>();
    const ends: End[] = [];
    const look = (text: string, whose: End['whose']): void => {
      for (const [word] of text.matchAll(/\p{L}+/gu)) {
        const own = word.toLowerCase();
        const count = counts.get(own);
        if (count !== undefined) counts.set(own, count + 1);
        // A copy: a long word that is cut out would hold the whole text.
        else if (counts.size < MOST_WORDS) counts.set(Buffer.from(own).toString(), 1);
      }
      const piece = lastPiece(text);
      if (piece !== undefined) ends.push({ whose, piece });
    };
    for (const { id, text } of queries) look(text, { query: id });
    return {
      row: ({ id, text }) => look(text, { documents: [id] }),
      finish: ({ ids }) => {
        if (counts.size === MOST_WORDS)
          return { notApplicable: `more than ${MOST_WORDS.toLocaleString('en')} different words` };
        const found = tally(most);
        const single = new Set(ends.map(({ piece }) => piece).filter((piece) => counts.get(piece) === 1));
        const whole = wordsThatBegin(single, counts);
        for (const { whose, piece } of ends) {
          const word = single.has(piece) && whole.get(piece);
          if (word) found.add({ ...whose, detail: `ends with “${piece}”, as of “${word}”` });
        }
        return found.of(ids.length + queries.length);
      },
    };
  },
};

/** The last word of a text that ends with small letters. */
const lastPiece = (text: string): string | undefined => {
  const piece = /(?<![\p{L}\p{N}])\p{Ll}+$/u.exec(text.slice(-60).trimEnd())?.[0];
  return piece !== undefined && piece.length >= LEAST_LETTERS ? piece : undefined;
};

/** By piece: a word that it is the beginning of. */
const wordsThatBegin = (
  pieces: ReadonlySet<string>,
  words: ReadonlyMap<string, number>,
): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  if (pieces.size > 0)
    for (const word of words.keys())
      for (let length = LEAST_LETTERS; length <= word.length - LEAST_MISSING; length++) {
        const piece = word.slice(0, length);
        if (pieces.has(piece) && !found.has(piece)) found.set(piece, word);
      }
  return found;
};
