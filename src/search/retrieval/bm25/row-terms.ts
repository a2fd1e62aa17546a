import type { TermIndex } from './term-index.js';

/** How often each of some rows has each of its terms: the index by row, for these rows alone. Reads all postings once. */
export const rowTerms = (
  { terms, starts, allPostings, lengths }: TermIndex,
  rows: Iterable<number>,
): ReadonlyMap<number, ReadonlyMap<string, number>> => {
  const wanted = new Uint8Array(lengths.length);
  const found = new Map<number, Map<string, number>>();
  for (const row of rows) {
    wanted[row] = 1;
    found.set(row, new Map());
  }
  if (found.size === 0) return found;
  const postings = allPostings();
  for (let term = 0; term + 1 < starts.length; term++) {
    let word: string | undefined;
    for (let p = starts[term]!; p < starts[term + 1]!; p++) {
      if (wanted[postings.rows[p]!] === 0) continue;
      word ??= terms.at(term);
      found.get(postings.rows[p]!)!.set(word, postings.frequencies[p]!);
    }
  }
  return found;
};
