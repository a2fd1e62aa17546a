import { bestOf } from '../vectors/index.js';
import { binaryCoding } from './binary-coding.js';
import { codeSearch } from './code-search.js';
import { exactSearch, type Similarity } from './exact-search.js';
import { int8Coding } from './int8-coding.js';
import type { Matrix } from './matrix.js';
import type { MatrixBackend } from './matrix-backend.js';
import type { RowSearch } from './row-search.js';
import type { Variant } from './variant.js';

export interface SearchSetting {
  readonly similarity: Similarity;
  readonly variant: Variant;
  /** How many of the best by codes the vectors themselves put in order. */
  readonly rescored: number;
}

/** The search that a variant asks for; without rescoring, codes replace the vectors, which can be let go. */
export const variantSearch = (
  matrix: Matrix,
  { similarity, variant, rescored }: SearchSetting,
  work: MatrixBackend,
): RowSearch => {
  if (variant.codes === undefined) return exactSearch(matrix, similarity, work).search;
  const coding = variant.codes === 'int8' ? int8Coding(matrix) : binaryCoding(matrix.dimensions);
  const byCodes = codeSearch(matrix, coding);
  if (!variant.rescore) return byCodes;
  const { score } = exactSearch(matrix, similarity, work);
  return async (queries, k) => {
    const found = await byCodes(queries, rescored);
    return found.map(({ rows }, query) => bestOf({ rows, scores: score(queries[query]!, rows) }, k));
  };
};
