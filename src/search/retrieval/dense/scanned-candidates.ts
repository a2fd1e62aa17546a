import { type BestSettings, bestSoFar, type Candidates } from './best-so-far.js';
import type { Matrix } from './matrix.js';
import type { Searched } from './searched.js';

/** Rows whose products are made together: for 128 queries 2 MB, which stay in a processor's cache until they are looked through. */
const BLOCK_ROWS = 4096;

/** Candidates of each query from a look at every product. */
export const scannedCandidates = async (
  queries: Matrix,
  { vectors, scales, work }: Searched,
  settings: readonly BestSettings[],
): Promise<readonly Candidates[]> => {
  const best = settings.map(bestSoFar);
  for await (const { first, matrix } of vectors.blocks(BLOCK_ROWS)) {
    const products = await work.products(queries, matrix, scales?.subarray(first, first + matrix.rows));
    for (const [query, own] of best.entries())
      own.add(products.subarray(query * matrix.rows, (query + 1) * matrix.rows), first);
  }
  return best.map((own) => own.candidates());
};
