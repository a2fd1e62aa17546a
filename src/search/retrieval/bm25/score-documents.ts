import { type Setting, WEIGHTINGS } from './presets.js';
import { growingStrings } from './string-table.js';
import { countsFor, heldIndex, rowIdsBuilder, type TermIndex } from './term-index.js';
import type { Statistics, Weighting } from './weighting.js';

export interface CountedDocument {
  readonly length: number;
  /** How often it has each term of a list, in the order of the list. */
  readonly frequencies: Uint32Array;
}

/** A collection that is counted elsewhere, as far as a query asks: terms by ascending term id, with their document frequencies. */
export interface CountedCorpus extends Omit<Statistics, 'documentFrequencies'> {
  readonly documentFrequencies: Uint32Array;
}

/**
 * A program's BM25 over some documents of a corpus that is not here. Terms go by their place in the list, which must be in the order of
 * their ids; the documents' scores are the same to the last bit as in an index of the whole corpus.
 */
export const weighDocuments = (
  { weighting, k1, b }: Pick<Setting, 'weighting' | 'k1' | 'b'>,
  corpus: CountedCorpus,
  documents: readonly CountedDocument[],
): Weighting =>
  WEIGHTINGS[weighting](indexOf(corpus.documentFrequencies.length, documents), corpus, { k1, b });

const indexOf = (terms: number, documents: readonly CountedDocument[]): TermIndex => {
  const starts = new Uint32Array(terms + 1);
  let highest = 0;
  for (const { frequencies } of documents)
    for (let term = 0; term < terms; term++) {
      const frequency = frequencies[term]!;
      if (frequency > 0) starts[term + 1]! += 1;
      if (frequency > highest) highest = frequency;
    }
  for (let term = 0; term < terms; term++) starts[term + 1]! += starts[term]!;
  const rows = new Uint32Array(starts[terms]!);
  const counts = countsFor(rows.length, highest);
  const next = starts.slice();
  documents.forEach(({ frequencies }, row) => {
    for (let term = 0; term < terms; term++) {
      if (frequencies[term] === 0) continue;
      const at = next[term]!++;
      rows[at] = row;
      counts[at] = frequencies[term]!;
    }
  });
  const lengths = Uint32Array.from(documents, ({ length }) => length);
  // Weighting asks for counts alone: rows have no ids, and terms no words.
  const none = { ids: rowIdsBuilder().finish(), terms: growingStrings() };
  return heldIndex({ ...none, lengths, starts, rows, frequencies: counts });
};
