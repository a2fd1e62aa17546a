import { z } from 'zod';
import { byTurns, groupBy } from '../../../core/index.js';
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
  const bySource = groupBy(passages, ({ source }) => source);
  return items.flatMap((item) => {
    const sources = [...new Set(item.evidence ?? [])].map((source) => bySource.get(source) ?? []);
    const found = byTurns(sources)
      .slice(0, depth)
      .map(({ id }) => id);
    return found.length > 0 ? [{ item: item.id, view: GIVEN, retriever: GIVEN, passages: found }] : [];
  });
};
