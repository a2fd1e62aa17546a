/**
 * Tokens of a batch, padding included, where nothing is set. Up to here all-MiniLM-L6-v2 is equally fast on one core, at
 * 4,096 a fifth slower: activations leave the processor's cache. It also bounds how long a batch holds up the thread.
 */
export const TOKEN_BUDGET = 1024;

/** So many inputs are tokenized at once: enough to find neighbours of equal length, few enough to start soon. */
const WINDOW = 2048;

/**
 * Places in the order they are worked on, in windows: the longest first, so that too little memory shows at once and
 * what remains is never slower than what was. Equal lengths keep the caller's order.
 */
export const windows = (lengths: readonly number[]): readonly (readonly number[])[] => {
  const places = lengths.map((_, place) => place).sort((a, b) => lengths[b]! - lengths[a]! || a - b);
  const count = Math.ceil(places.length / WINDOW);
  return Array.from({ length: count }, (_, i) => places.slice(i * WINDOW, (i + 1) * WINDOW));
};

/** Consecutive items whose padded size, number × longest, is within the budget; a longer one goes alone. */
export const batchesOf = <T>(
  items: readonly T[],
  length: (item: T) => number,
  tokenBudget: number,
): readonly (readonly T[])[] => {
  const sorted = [...items].sort((a, b) => length(b) - length(a));
  const batches: T[][] = [];
  let open: T[] | undefined;
  for (const item of sorted) {
    if (!open || (open.length + 1) * length(open[0]!) > tokenBudget) {
      open = [];
      batches.push(open);
    }
    open.push(item);
  }
  return batches;
};
