import { z } from 'zod';

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
