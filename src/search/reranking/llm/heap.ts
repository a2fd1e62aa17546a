import type { CallsPerQuery } from './llm-rerank-method.js';

export type Best<T> = (items: readonly T[]) => Promise<number>;

/**
 * The items with the `top` best in front, best first, the rest unchanged: a heap in which every item has `children` below
 * it, and one comparison picks the best of an item and its children. As Setwise sorts (Zhuang and others, arXiv 2310.09497);
 * branches of the heap, which have nothing in common, are built at the same time.
 */
export const heapTop = async <T>(
  items: readonly T[],
  children: number,
  top: number,
  best: Best<T>,
): Promise<readonly T[]> => {
  const heap = [...items];
  const sink = async (at: number, size: number): Promise<void> => {
    const family = [at, ...childrenOf(at, children, size)];
    if (family.length === 1) return;
    const winner = family[await best(family.map((place) => heap[place]!))]!;
    if (winner === at) return;
    [heap[at], heap[winner]] = [heap[winner]!, heap[at]!];
    await sink(winner, size);
  };
  const build = async (at: number): Promise<void> => {
    await Promise.all(childrenOf(at, children, heap.length).map(build));
    await sink(at, heap.length);
  };
  if (heap.length > 0) await build(0);

  const placed: T[] = [];
  for (let last = heap.length - 1; last >= 0 && placed.length < top; last--) {
    placed.push(heap[0]!);
    heap[0] = heap[last]!;
    // The last one that is wanted needs no heap after it.
    if (placed.length < top) await sink(0, last);
  }
  const isPlaced = new Set(placed);
  return [...placed, ...items.filter((item) => !isPlaced.has(item))];
};

/** How many comparisons that takes: the least when no item sinks further than it must, the maximum when all sink to the bottom. */
export const heapComparisons = (count: number, children: number, top: number): CallsPerQuery => {
  let least = 0;
  let most = 0;
  const add = (at: number, size: number): void => {
    const levels = levelsBelow(at, children, size);
    least += Math.min(1, levels);
    most += levels;
  };
  for (let at = 0; at < count; at++) add(at, count);
  for (let size = count - 1; size > Math.max(0, count - top); size--) add(0, size);
  return { least, most };
};

const childrenOf = (at: number, children: number, size: number): readonly number[] => {
  const first = children * at + 1;
  return Array.from({ length: Math.max(0, Math.min(children, size - first)) }, (_, i) => first + i);
};

/** No path down a heap is longer than the one along the first children. */
const levelsBelow = (at: number, children: number, size: number): number => {
  let levels = 0;
  for (let below = children * at + 1; below < size; below = children * below + 1) levels += 1;
  return levels;
};
