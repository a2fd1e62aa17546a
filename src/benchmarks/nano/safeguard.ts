import { byCodePoint, type DocId, type QueryId } from '../../core/index.js';
import { pythonRandom } from './python-random.js';

export interface SafeguardPlace {
  readonly seed: number;
  readonly split: string;
  readonly query: QueryId;
}

/**
 * A list that a reranker can succeed on: where no positive is in it, one is added at its end. Which one is
 * HAKARI-Bench's choice, drawn with Python's generator from the positives by id.
 */
export const safeguarded = (
  list: readonly DocId[],
  positives: Iterable<DocId>,
  { seed, split, query }: SafeguardPlace,
): readonly DocId[] => {
  const inOrder = [...positives].sort(byCodePoint);
  const held = new Set(list);
  if (inOrder.length === 0 || inOrder.some((id) => held.has(id))) return list;
  const random = pythonRandom(`${seed}\0${split}\0${query}\0positive_safeguard`);
  return [...list, random.choice(inOrder)];
};
