import { median } from './table.js';

/** How long a search warms up. V8 compiles what runs often in steps; within a second all of these libraries are through. */
const WARM_MS = 1000;

/**
 * Milliseconds per query in the median, in a process that has searched for a while: the first half of the queries
 * warms up, again and again, and the other half, which was never asked before, is timed.
 */
export const perQuery = async (queries, search) => {
  const half = Math.ceil(queries.length / 2);
  const until = performance.now() + WARM_MS;
  do {
    for (const query of queries.slice(0, half)) await search(query);
  } while (performance.now() < until);
  const times = [];
  for (const query of queries.slice(half)) {
    const began = performance.now();
    await search(query);
    times.push(performance.now() - began);
  }
  return median(times);
};
