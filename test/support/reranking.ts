import { docId, type JsonObject, queryId } from '../../src/core/index.js';
import type { Candidates, RerankMethod, RerankOutput } from '../../src/search/reranking/index.js';
import { type TestTools, testTools } from './tools.js';

/** Candidates with these texts, best first; ids that stand in no text, and scores that fall from 9. */
export const candidates = (texts: readonly string[], id = 'the-query-id', query = 'why?'): Candidates => ({
  query: { id: queryId(id), text: query },
  documents: texts.map((text, i) => ({ docId: docId(`id-${i}`), text, score: 9 - i })),
});

/** Texts `text 0`, `text 1`, …, which scripts tell documents apart by. */
export const numbered = (count: number): Candidates =>
  candidates(Array.from({ length: count }, (_, i) => `text ${i}`));

/** Places of the candidates in the order of their new scores; undefined when the order was left alone. */
export const placesOf = ({ hits }: RerankOutput): readonly number[] | undefined =>
  hits && [...hits].sort((a, b) => b.score - a.score).map((hit) => Number(hit.docId.slice('id-'.length)));

export interface OrderedBatch {
  readonly ordered: readonly RerankOutput[];
  readonly places: readonly (readonly number[] | undefined)[];
  readonly facts: JsonObject;
  readonly tools: TestTools;
}

/** Orders a batch with an orderer that is opened for it. */
export const orderBatch = async (
  method: RerankMethod,
  batch: readonly Candidates[],
  tools = testTools(),
): Promise<OrderedBatch> => {
  const opened = await method.open(tools);
  const ordered = await opened.order(batch);
  return { ordered, places: ordered.map(placesOf), facts: opened.facts, tools };
};
