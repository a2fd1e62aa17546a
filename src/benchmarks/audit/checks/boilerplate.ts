import { sha256 } from '../../../platform/node/index.js';
import { type Check, tally } from '../check.js';

/** How many documents share a sentence, and which share of all, before it is boilerplate. Reports of examinations have sentences in common: one in five of the sample's does. */
const LEAST_DOCUMENTS = 5;
const SHARES = { begins: 0.01, ends: 0.01, goes: 0.3 } as const;
/** Shorter sentences are headings: "Introduction." Longer ones are texts. */
const LENGTHS = { least: 30, most: 300 } as const;
/** “The patient is a 54-year-old man.” begins many reports, with other numbers. */
const LEAST_MASKED = 70;

export const boilerplate: Check = {
  name: 'boilerplate',
  title: 'Documents with a sentence of many others',
  definition: `Documents with a sentence of ${LENGTHS.least} to ${LENGTHS.most} characters with which ${LEAST_DOCUMENTS} documents or more, and more than ${100 * SHARES.begins} % of all, begin or end, or which more than ${100 * SHARES.goes} % have between. In sentences of ${LEAST_MASKED} characters or more, numbers play no part. Documents with equal texts count once.`,
  severity: 'warning',
  unit: 'documents',
  fix: 'Remove the sentence: it is the same for all, so it only fills the documents and moves their vectors together.',
  start: (_, most) => {
    const rows: Record<keyof typeof SHARES, Map<number, number | number[]>> = {
      begins: new Map(),
      ends: new Map(),
      goes: new Map(),
    };
    return {
      row: ({ index, text }) => {
        const sentences = text.trim().split(SENTENCE_END);
        for (const [i, sentence] of sentences.entries()) {
          if (sentence.length < LENGTHS.least || sentence.length > LENGTHS.most) continue;
          const place = i === 0 ? 'begins' : i === sentences.length - 1 ? 'ends' : 'goes';
          const key = keyOf(sentence);
          const own = rows[place].get(key);
          // Most sentences are of one document: an array for each would be most of the memory.
          if (own === undefined) rows[place].set(key, index);
          else if (typeof own === 'number') rows[place].set(key, [own, index]);
          else own.push(index);
        }
      },
      finish: ({ ids, hashes }) => {
        const found = tally(most);
        const seen = new Set<number>();
        for (const [place, sentences] of Object.entries(rows))
          for (const own of sentences.values()) {
            if (typeof own === 'number' || own.length < LEAST_DOCUMENTS) continue;
            const count = new Set(own.map((row) => hashes[row])).size;
            if (count < LEAST_DOCUMENTS || count <= SHARES[place as keyof typeof SHARES] * ids.length)
              continue;
            for (const row of own) {
              if (seen.has(row)) continue;
              seen.add(row);
              found.add({
                documents: [ids[row]!],
                detail: `${place}${place === 'goes' ? ' on' : ''} as ${count} documents do`,
              });
            }
          }
        return found.of(ids.length);
      },
    };
  },
};

const SENTENCE_END = /(?<=[.!?])\s+|\n/;

/** A part of the hash, as a small number: the sentences of a large corpus would not fit into memory. What two sentences share by chance, five do not. */
const keyOf = (sentence: string): number =>
  Number.parseInt(
    sha256(sentence.length < LEAST_MASKED ? sentence : sentence.replace(/\d+/g, '#')).slice(0, 7),
    16,
  );
