import type { DocId, JsonObject, Ranked, StageScore, Tools } from '../../../core/index.js';
import { mustBeCounts } from '../retriever-settings.js';
import {
  documentHits,
  type FoundRows,
  type HitRules,
  type NumberedDocuments,
  type TiesAtCutOff,
} from '../vectors/index.js';
import { denseExplainer, type NamedVectors } from './dense-explanation.js';
import { type DocumentVectors, isSound } from './document-matrix.js';
import type { Similarity } from './exact-scores.js';
import { openMatrixWork } from './open-matrix-backend.js';
import { queryPoint } from './query-point.js';
import { bytesPerVector, type Variant, variantName } from './variant.js';
import { variantSearch } from './variant-search.js';
import type { DenseSearch, PlannedSearch, VectorPlace } from './vector-place.js';

/** How vectors are compared and hits are selected, for vectors of any source. */
export interface SearchOptions {
  /** What the system is called; a variant is added to it. */
  readonly name: string;
  /** The reference implementation uses cosine for every model, also for those trained for dot product. */
  readonly similarity?: Similarity;
  /** Hits kept per query; the reference implementation keeps 100. */
  readonly topK?: number;
  readonly variant?: Variant;
  /** Never returns the document whose id is the query's, as BEIR's search and so the reference implementation do. */
  readonly dropIdenticalIds?: boolean;
  /** Does as the reference implementation does where the default differs from it: drops identical ids. */
  readonly asPublished?: boolean;
  /** How many of the best by codes a rescored variant puts in order by vectors; HAKARI-Bench's 100. */
  readonly rescored?: number;
  /** Where the vectors are kept and searched; in this process by default. */
  readonly place?: VectorPlace;
}

/** A search by vectors before it has any. */
export interface SearchPlan extends PlannedSearch {
  /** What of these options can change a ranking. */
  readonly spec: JsonObject;
  open(documents: NumberedDocuments, vectors: DocumentVectors, tools: Tools): Promise<DenseSearch>;
  /** Scores by the vectors themselves, as sums. */
  explainer(query: NamedVectors): ReturnType<typeof denseExplainer>;
  /** Where codes make the score, that score, with the vectors' own next to it; else the score as it is. */
  byCodes(exact: StageScore, ranked: Ranked, docId: DocId): StageScore;
}

export const planSearch = (options: SearchOptions): SearchPlan => {
  const { similarity = 'cosine', topK = 100, variant = {}, asPublished = false } = options;
  const { dropIdenticalIds = asPublished, rescored = 100 } = options;
  mustBeCounts(options.name, { topK, rescored });
  const smaller = variantName(variant);
  const form = options.place?.form;
  const forms = [smaller, form?.name].filter(Boolean);
  const name = forms.length > 0 ? `${options.name}(${forms.join(', ')})` : options.name;
  // Variants are HAKARI-Bench's, and so is their rule for ties, which codes make by the hundred.
  const ties: TiesAtCutOff = smaller ? 'id-ascending' : 'id-descending';
  const rules: HitRules = { topK, ties, dropIdenticalIds };
  return {
    name,
    variant,
    similarity,
    rules,
    spec: {
      similarity,
      topK,
      ...(smaller && { variant: smaller }),
      ...(variant.rescore && { rescored }),
      ...form?.spec,
      identicalIds: dropIdenticalIds ? 'dropped' : 'kept',
      tiesAtCutOff: ties,
    },
    explainer: (query) => denseExplainer(query, similarity, variant.truncate),
    byCodes: (exact, { hits }, docId) => {
      if (variant.codes === undefined || variant.rescore) return exact;
      const score = hits.find((hit) => hit.docId === docId)?.score ?? Number.NaN;
      const name = variant.codes === 'int8' ? 'product of int8 codes' : 'bits that differ';
      return { ...exact, score, parts: [{ name, value: score, details: { [similarity]: exact.score } }] };
    },
    open: async (documents, measured, tools) => {
      const { textOf, unsound } = measured;
      const { dimensions } = measured.vectors;
      const { search, backend } = await variantSearch(measured, { similarity, variant, rescored }, () =>
        openMatrixWork(name, tools),
      );
      const hits = documentHits(documents, rules);
      let searchMilliseconds = 0;
      return {
        get facts() {
          return {
            dimensions,
            bytesPerVector: bytesPerVector(dimensions, variant),
            ...(backend !== undefined && { matrixProduct: backend }),
            // From vectors to rankings: what embedding the queries takes is the model's, not the search's.
            searchSeconds: searchMilliseconds / 1000,
          };
        },
        rank: async (queries, parts) => {
          const points = parts.map((own) => queryPoint(name, own, dimensions, variant));
          tools.signal.throwIfAborted();
          const began = tools.now();
          const found = await search(
            points.filter((point) => point && isSound(point)) as Float32Array[],
            hits.needed,
          );
          let next = 0;
          const ranked = queries.map((query, i) => {
            const point = points[i];
            if (!point) return { query, hits: [] };
            const rows = isSound(point) ? found[next++]! : allAtNaN(textOf.length);
            return { query, hits: hits.of(query, withUnsound(rows, textOf, unsound)) };
          });
          searchMilliseconds += tools.now() - began;
          return ranked;
        },
      };
    },
  };
};

/** BEIR's exact search, which the reference implementation uses, scores NaN as −1. */
export const SCORE_OF_NAN = -1;

const allAtNaN = (rows: number): FoundRows => ({
  rows: Uint32Array.from({ length: rows }, (_, row) => row),
  scores: new Float64Array(rows).fill(SCORE_OF_NAN),
});

/** Texts in place of rows, and with them those that have no row. */
const withUnsound = ({ rows, scores }: FoundRows, textOf: Uint32Array, unsound: Uint32Array): FoundRows => {
  const all = {
    rows: new Uint32Array(rows.length + unsound.length),
    scores: new Float64Array(rows.length + unsound.length).fill(SCORE_OF_NAN),
  };
  all.rows.set(rows.map((row) => textOf[row]!));
  all.rows.set(unsound, rows.length);
  all.scores.set(scores);
  return all;
};
