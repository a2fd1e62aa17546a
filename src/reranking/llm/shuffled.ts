import { canonicalJson, type QueryId, random } from '../../core/index.js';

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

/** The same items in an order that the seed decides (Fisher and Yates). */
export const shuffled = <T>(items: readonly T[], seed: number): readonly T[] => {
  const mixed = [...items];
  const next = random(seed);
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1));
    [mixed[i], mixed[j]] = [mixed[j]!, mixed[i]!];
  }
  return mixed;
};
