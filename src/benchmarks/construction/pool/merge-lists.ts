import { byTurns, groupBy } from '../../../core/index.js';
import { nearDuplicateIndex } from '../../../evaluation/overlap/index.js';
import type { Passage, PooledCandidate } from '../item.js';
import type { FoundList } from './views.js';

export interface Duplicate {
  readonly passage: string;
  /** Of the shingles of both texts; 1 for the same words. */
  readonly jaccard: number;
}

/** The near-duplicates of a passage among all passages, itself left out, the most similar first. */
export type DuplicatesOf = (passage: string) => readonly Duplicate[];

/** Finds near-duplicates in all passages, not only in those that were found: what no list has would count as not relevant. */
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

/** The order in words, for reports and cards. */
export const ORDER_RULE =
  'rank 1 of every list, in the order of views and then of retrievers, then rank 2 of every list, and so on up to the cap; a near-duplicate of a candidate is no candidate of its own';

/**
 * Joins the lists of each item: the first of each list, in the order of the lists, then the second of each, until there are `cap` candidates. Of
 * passages with nearly the same text the first stands for all, and was found by every list that has one of them.
 */
export const mergeLists = (lists: readonly FoundList[], duplicatesOf: DuplicatesOf, cap: number) => {
  const candidates: PooledCandidate[] = [];
  let overCap = 0;
  for (const [item, own] of groupBy(lists, (list) => list.item)) {
    const merged = mergeItem(item, own, duplicatesOf, cap);
    candidates.push(...merged.candidates);
    overCap += merged.overCap;
  }
  // `overCap`: passages that were found, are no duplicates of a candidate, and did not become one.
  return { candidates, overCap };
};

const mergeItem = (item: string, lists: readonly FoundList[], duplicatesOf: DuplicatesOf, cap: number) => {
  /** Who stands for a passage: itself, or its first near-duplicate. */
  const standsFor = new Map<string, string>();
  const duplicates = new Map<string, readonly Duplicate[]>();
  let overCap = 0;
  for (const passage of byTurns(lists.map((list) => list.passages))) {
    if (standsFor.has(passage)) continue;
    standsFor.set(passage, passage);
    const others = duplicatesOf(passage).filter((other) => !standsFor.has(other.passage));
    for (const other of others) standsFor.set(other.passage, passage);
    if (duplicates.size < cap) duplicates.set(passage, others);
    else overCap += 1;
  }
  const found = new Map<string, PooledCandidate['found'][number][]>();
  for (const { view, retriever, passages } of lists) {
    const seen = new Set<string>();
    passages.forEach((passage, i) => {
      const first = standsFor.get(passage)!;
      if (seen.has(first)) return;
      seen.add(first);
      const places = found.get(first) ?? [];
      found.set(first, places);
      places.push({ view, retriever, rank: i + 1 });
    });
  }
  return {
    candidates: [...duplicates].map(([passage, others]) => ({
      item,
      passage,
      found: found.get(passage)!,
      ...(others.length > 0 && { duplicates: [...others] }),
    })),
    overCap,
  };
};
