import { groupBy } from '../../../core/index.js';
import { nearDuplicateIndex } from '../../../evaluation/overlap/index.js';
import type { Passage } from '../item.js';

export interface Duplicate {
  readonly passage: string;
  /** Of the shingles of both texts; 1 for the same words. */
  readonly jaccard: number;
}

/** The near-duplicates of a passage among all passages, itself left out, the most similar first. */
export type DuplicatesOf = (passage: string) => readonly Duplicate[];

/** Finds near-duplicates in all passages, not only in those that were found: what nobody found would count as not relevant. */
export const duplicatesAmong = (passages: readonly Passage[], threshold: number): DuplicatesOf => {
  const index = nearDuplicateIndex({ threshold });
  const rowOf = new Map<string, number>();
  for (const { id, text } of passages) rowOf.set(id, index.add(text));
  const sameWords = groupBy(passages.keys(), (row) => index.firstRow(row));
  return (passage) => {
    const row = rowOf.get(passage)!;
    return index
      .find(passages[row]!.text)
      .flatMap(({ row: first, jaccard }) =>
        (sameWords.get(first) ?? [first])
          .filter((other) => other !== row)
          .map((other) => ({ passage: passages[other]!.id, jaccard })),
      );
  };
};
