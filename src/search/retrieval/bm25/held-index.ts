import type { Postings, TermIndex } from './term-index.js';

/** An index whose postings are all in memory. */
export const heldIndex = ({
  rows,
  frequencies,
  ...rest
}: Pick<TermIndex, 'ids' | 'lengths' | 'terms' | 'starts'> & Postings): TermIndex => ({
  ...rest,
  bytes: rows.byteLength + frequencies.byteLength + rest.lengths.byteLength + rest.starts.byteLength,
  postings: (term) => {
    const begin = rest.starts[term]!;
    const end = rest.starts[term + 1]!;
    return { rows: rows.subarray(begin, end), frequencies: frequencies.subarray(begin, end) };
  },
  allPostings: () => ({ rows, frequencies }),
});
