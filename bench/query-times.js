import { median } from './table.js';

/** Milliseconds per query in the median, after a round that warms up. */
export const perQuery = async (queries, search) => {
  await search(queries[0]);
  await search(queries[1]);
  const times = [];
  for (const query of queries.slice(2)) {
    const began = performance.now();
    await search(query);
    times.push(performance.now() - began);
  }
  return median(times);
};
