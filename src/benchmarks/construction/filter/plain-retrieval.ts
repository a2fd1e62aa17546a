import { corpusOf, queryId, type Tools } from '../../../core/index.js';
import { bm25 } from '../../../search/retrieval/index.js';
import type { BuildItem, Passage } from '../item.js';
import { holdsPhrase } from '../normal-words.js';

/** The passages with the answer among the first that BM25 finds with the question's own words, by item; an empty list where there are none. */
export const foundByWords = async (
  items: readonly BuildItem[],
  passages: readonly Passage[],
  key: string,
  depth: number,
  tools: Tools,
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const texts = new Map(passages.map(({ id, title = '', text }) => [id, `${title}\n${text}`]));
  const index = await bm25({ topK: depth, unmatched: 'drop' }).open(
    corpusOf(
      `passages ${key}`,
      [...texts].map(([id, text]) => ({ id, text })),
    ),
    tools,
  );
  const ranked = await index.run(items.map(({ id, text }) => ({ id: queryId(id), text })));
  return new Map(
    items.map(({ id, answer = '' }, i) => [
      id,
      ranked[i]!.hits.map(({ docId }) => String(docId)).filter((passage) =>
        holdsPhrase(texts.get(passage)!, answer),
      ),
    ]),
  );
};
