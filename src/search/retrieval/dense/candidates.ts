import type { BestSettings, Candidates } from './best-so-far.js';
import { highestCandidates } from './highest-candidates.js';
import type { Matrix } from './matrix.js';
import { scannedCandidates } from './scanned-candidates.js';
import type { Searched } from './searched.js';

/**
 * For each query the k best rows by products in 32-bit floats, and all rows down to a margin below the k-th: from the highest of each block
 * where all threads find those, and from a look at every product for queries of which a block may hold more.
 */
export const candidatesOf = async (
  queries: Matrix,
  searched: Searched,
  settings: readonly BestSettings[],
): Promise<readonly Candidates[]> => {
  const found = await highestCandidates(queries, searched, settings);
  if (found.every((own) => own !== undefined)) return found;
  // All queries together: a product of fewer may be summed in another order.
  const scanned = await scannedCandidates(queries, searched, settings);
  return found.map((own, query) => own ?? scanned[query]!);
};
