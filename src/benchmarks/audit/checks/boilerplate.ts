import { sha256 } from '../../../platform/node/index.js';
import { type Check, tally } from '../check.js';

/** How many documents begin, or end, with the same sentence, and which share of all, before it is boilerplate. */
const MANY = { documents: 5, share: 0.01 } as const;
/** Shorter sentences are headings: "Introduction." */
const LEAST_LENGTH = 30;

export const boilerplate: Check = {
  name: 'boilerplate',
  title: 'Documents with a sentence of many others',
  definition: `Documents that begin or end with a sentence of ${LEAST_LENGTH} characters or more with which ${MANY.documents} documents or more, and more than ${100 * MANY.share} % of all, begin or end. Documents with equal texts count once.`,
  severity: 'warning',
  unit: 'documents',
  fix: 'Remove the sentence: it is the same for all, so it only fills the documents and moves their vectors together.',
  start: (_, most) => {
    const rows = new Map<string, number[]>();
    return {
      row: ({ index, text }) => {
        for (const [end, sentence] of [
          ['begins', firstSentence(text)],
          ['ends', lastSentence(text)],
        ] as const)
          if (sentence.length >= LEAST_LENGTH) {
            // A part of the hash: the sentences of a large corpus would not fit into memory.
            const key = `${end} ${sha256(sentence).slice(0, 20)}`;
            const own = rows.get(key);
            if (own) own.push(index);
            else rows.set(key, [index]);
          }
      },
      finish: ({ ids, hashes }) => {
        const found = tally(most);
        const seen = new Set<number>();
        for (const [key, own] of rows) {
          const count = new Set(own.map((row) => hashes[row])).size;
          if (count < MANY.documents || count <= MANY.share * ids.length) continue;
          for (const row of own) {
            if (seen.has(row)) continue;
            seen.add(row);
            found.add({ documents: [ids[row]!], detail: `${key.split(' ')[0]} as ${count} documents do` });
          }
        }
        return found.of(ids.length);
      },
    };
  },
};

/** Sentences are looked for in so many characters at each end of a text. */
const LOOKED_AT = 300;

const firstSentence = (text: string): string =>
  /^[^.!?\n]*[.!?\n]/.exec(text.slice(0, LOOKED_AT).trimStart())?.[0].trim() ?? '';

const lastSentence = (text: string): string => {
  const end = text.slice(-LOOKED_AT).trimEnd();
  const before = Math.max(...['.', '!', '?', '\n'].map((mark) => end.lastIndexOf(mark, end.length - 2)));
  return before < 0 ? '' : end.slice(before + 1).trim();
};
