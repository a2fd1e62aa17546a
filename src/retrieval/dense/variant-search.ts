import { bestOf, type Found } from '../vectors/index.js';
import { binaryCoding } from './binary-coding.js';
import { codeSearch } from './code-search.js';
import { exactSearch, type MeasuredVectors, type Similarity } from './exact-search.js';
import { int8Coding } from './int8-coding.js';
import type { MatrixBackend } from './matrix-backend.js';
import type { RowSearch } from './row-search.js';
import type { Variant } from './variant.js';

export interface SearchSetting {
  readonly similarity: Similarity;
  readonly variant: Variant;
  /** How many of the best by codes the vectors themselves put in order. */
  readonly rescored: number;
}

/** The search that a variant asks for. Codes are held in memory; the vectors are needed again only to rescore. */
export const variantSearch = async (
  measured: MeasuredVectors,
  { similarity, variant, rescored }: SearchSetting,
  work: MatrixBackend,
): Promise<RowSearch> => {
  const { vectors } = measured;
  if (variant.codes === undefined) return exactSearch(measured, similarity, work).search;
  const coding = variant.codes === 'int8' ? await int8Coding(vectors) : binaryCoding(vectors.dimensions);
  const byCodes = await codeSearch(vectors, coding);
  if (!variant.rescore) return byCodes;
  const { score } = exactSearch(measured, similarity, work);
  return async (queries, k) => {
    const found: Found[] = [];
    for (const [query, { rows }] of (await byCodes(queries, rescored)).entries())
      found.push(bestOf({ rows, scores: await score(queries[query]!, rows) }, k));
    return found;
  };
};
