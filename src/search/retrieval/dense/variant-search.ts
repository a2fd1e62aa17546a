import { bestOf } from '../vectors/index.js';
import { binaryCoding, codeSearch, int8Coding } from './code-search.js';
import { exactScores, type MeasuredVectors, type Similarity } from './exact-scores.js';
import { exactSearch } from './exact-search.js';
import { normReader, stacked } from './matrix.js';
import type { MatrixBackend } from './matrix-backend.js';
import { inTurn, type RowSearch } from './row-search.js';
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
  openWork: () => Promise<MatrixBackend>,
): Promise<{ readonly search: RowSearch; readonly backend?: string }> => {
  const { vectors } = measured;
  if (variant.codes === undefined) {
    const work = await openWork();
    return { search: exactSearch(measured, similarity, work), backend: work.name };
  }
  const isInt8 = variant.codes === 'int8';
  const coding = isInt8 ? await int8Coding(vectors) : binaryCoding(vectors.dimensions);
  const byCodes = await codeSearch(vectors, coding, isInt8 ? await openWork() : undefined);
  return { search: variant.rescore ? rescoring(byCodes, rescored, measured, similarity) : byCodes };
};

const rescoring = (
  byCodes: RowSearch,
  rescored: number,
  measured: MeasuredVectors,
  similarity: Similarity,
): RowSearch => {
  const { dimensions } = measured.vectors;
  const exact = exactScores(measured, similarity);
  const normOf = normReader(dimensions);
  return inTurn(async (points, k) => {
    const rows = (await byCodes(points, rescored)).map((found) => found.rows);
    const scores = await exact.of(stacked(points, dimensions), rows);
    return rows.map((own, i) =>
      bestOf({ rows: own, scores: exact.rounded(scores[i]!, normOf(points[i]!)) }, k),
    );
  });
};
