import { groupBy } from '../../core/index.js';
import type { NearDuplicateIndex } from '../../evaluation/overlap/index.js';

/** Jaccard of shingles from which two texts are near-duplicates, and the words of a shingle. */
export const NEAR = { threshold: 0.7, words: 3 } as const;

/** The same in words, for definitions. */
export const NEAR_RULE = `the Jaccard similarity of their ${NEAR.words}-word shingles is ${NEAR.threshold} or more (candidates by MinHash, then compared exactly)`;

/** From which share of the shingles of one of two texts the other repeats it in part, and from how many. Passages that overlap by a fifth do not. */
export const REPEATED = { share: 0.3, fewest: 12, mostTexts: 10 } as const;

/** Rows of a corpus, or queries, with nearly the same text. */
export type NearRows = ReturnType<typeof nearRows>;

/** The near-duplicates in an index. Computed when first asked for: it takes as long as reading did. */
export const nearRows = (index: NearDuplicateIndex) => {
  const pairs = index.pairs();
  const sides = pairs.flatMap(({ first, second, jaccard }) => [
    { of: first, row: second, jaccard },
    { of: second, row: first, jaccard },
  ]);
  const near = groupBy(sides, ({ of }) => of);
  const equal = pairs.filter(({ sameWords }) => sameWords);
  const repeats = groupBy(equal, ({ first }) => first);
  /** All rows with the words of a first row, itself included. */
  const sameAs = (first: number) => [first, ...(repeats.get(first) ?? []).map(({ second }) => second)];
  return {
    /** Rows that are joined by near-duplicates, directly or through others; each in file order, by their first row. */
    clusters: index.clusters(),
    /** The near-duplicates of a row, the most similar first, then in file order. */
    of: (row: number) => {
      // Pairs name the first row of equal texts only.
      const first = index.firstRow(row);
      const firsts = (near.get(first) ?? []).filter((each) => index.firstRow(each.row) !== first);
      return [
        ...sameAs(first).map((each) => ({ row: each, jaccard: 1 })),
        ...firsts.flatMap(({ row: other, jaccard }) => sameAs(other).map((each) => ({ row: each, jaccard }))),
      ]
        .filter((each) => each.row !== row)
        .sort((a, b) => b.jaccard - a.jaccard || a.row - b.row);
    },
    /** Rows that hold a good part of the text of one of these rows, or are a part of it: by that row, the most alike first. Equal and nearly equal ones are among them. */
    repeating: (rows: readonly number[]) => {
      const asked = groupBy(rows, (row) => index.firstRow(row));
      const shared = index
        .sharing(rows, REPEATED)
        .flatMap(({ text, other, share }) =>
          (asked.get(text) ?? []).flatMap((of) => sameAs(other).map((row) => ({ of, row, share }))),
        );
      return groupBy(
        shared.sort((a, b) => b.share - a.share || a.row - b.row),
        ({ of }) => of,
      );
    },
    /** Texts with so many candidates that not all were compared. */
    limited: index.limited,
  };
};
