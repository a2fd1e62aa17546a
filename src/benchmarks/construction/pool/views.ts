import { z } from 'zod';
import type { BuildItem, Passage } from '../item.js';

/** What one retriever found for one view of an item, best first; of the view `given`, the passages of the sources that the item names. */
export const FoundList = z.strictObject({
  item: z.string(),
  view: z.string(),
  retriever: z.string(),
  passages: z.array(z.string()),
});
export type FoundList = z.infer<typeof FoundList>;

/** As figures name a list: `answer × bm25`. */
export const listName = ({ view, retriever }: Pick<FoundList, 'view' | 'retriever'>): string =>
  `${view} × ${retriever}`;

export const VIEWS = {
  query: (item: BuildItem) => item.query ?? item.text,
  answer: (item: BuildItem) => item.answer,
  reasoning: (item: BuildItem) => item.reasoning,
} as const satisfies Record<string, (item: BuildItem) => string | undefined>;
export type View = keyof typeof VIEWS;

/** The view of the evidence that an item itself names. */
export const GIVEN = 'given';

/**
 * The passages of the sources that each item names, in the order of the text; of several sources by turns, so that a long page does not push out
 * the others.
 */
export const givenLists = (
  items: readonly BuildItem[],
  passages: readonly Passage[],
  depth: number,
): readonly FoundList[] => {
  const bySource = new Map<string, string[]>();
  for (const { id, source } of passages) {
    const own = bySource.get(source);
    if (own) own.push(id);
    else bySource.set(source, [id]);
  }
  return items.flatMap((item) => {
    const sources = [...new Set(item.evidence ?? [])].map((source) => bySource.get(source) ?? []);
    const found = byTurns(sources).slice(0, depth);
    return found.length > 0 ? [{ item: item.id, view: GIVEN, retriever: GIVEN, passages: found }] : [];
  });
};

/** The first of each list, then the second of each, and so on. */
export const byTurns = <T>(lists: readonly (readonly T[])[]): readonly T[] => {
  const taken: T[] = [];
  const longest = lists.reduce((most, list) => Math.max(most, list.length), 0);
  for (let rank = 0; rank < longest; rank++)
    for (const list of lists) if (rank < list.length) taken.push(list[rank]!);
  return taken;
};
