import { type BestRows, type BestSettings, bestSoFar } from './best-so-far.js';
import { highestCandidates, type SearchedVectors } from './highest-candidates.js';
import type { Matrix } from './matrix.js';

/**
 * For each query the k best rows by products in 32-bit floats, and all rows down to a margin below the k-th: from the highest of each block
 * where all threads find those, and from a look at every product for queries of which a block may hold more.
 */
export const candidatesOf = async (
  queries: Matrix,
  searched: SearchedVectors,
  settings: readonly BestSettings[],
): Promise<readonly BestRows[]> => {
  const found = await highestCandidates(queries, searched, settings);
  if (found.every((own) => own !== undefined)) return found;
  // All queries together: a product of fewer may be summed in another order.
  const scanned = await scannedCandidates(queries, searched, settings);
  return found.map((own, query) => own ?? scanned[query]!);
};

/** Rows whose products are made together: for 128 queries 2 MB, which stay in a processor's cache until they are looked through. */
const BLOCK_ROWS = 4096;

/** Candidates of each query from a look at every product. */
const scannedCandidates = async (
  queries: Matrix,
  { vectors, scales, work }: SearchedVectors,
  settings: readonly BestSettings[],
): Promise<readonly BestRows[]> => {
  const best = settings.map(bestSoFar);
  for await (const { first, matrix } of vectors.blocks(BLOCK_ROWS)) {
    const products = await work.products(queries, matrix, scales?.subarray(first, first + matrix.rows));
    for (const [query, own] of best.entries())
      own.add(products.subarray(query * matrix.rows, (query + 1) * matrix.rows), first);
  }
  return best.map((own) => own.candidates());
};
