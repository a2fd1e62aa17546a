import { canonicalJson, type QueryId } from '../../../core/index.js';

/**
 * Seeds the shuffle of one pass over one query's candidates, so that it depends neither on the other queries nor on where a run
 * was resumed. FNV-1a over the UTF-16 units.
 */
export const seedOf = (task: string, query: QueryId, pass: number): number => {
  let hash = 0x811c9dc5;
  const text = canonicalJson([task, query, pass]);
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
};
