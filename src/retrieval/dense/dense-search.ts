import {
  type DocId,
  InputError,
  type JsonObject,
  type Query,
  type Ranked,
  type StageScore,
  type Tools,
  WorkError,
} from '../../core/index.js';
import { documentHits, type Found, type NumberedDocuments, type TiesAtCutOff } from '../vectors/index.js';
import { type DenseExplainer, denseExplainer, type NamedVectors } from './dense-explanation.js';
import { type DocumentVectors, isSound } from './document-matrix.js';
import type { Similarity } from './exact-scores.js';
import { meanVector } from './mean-vector.js';
import { openMatrixWork } from './open-matrix-backend.js';
import { bytesPerVector, type Variant, variantName } from './variant.js';
import { variantSearch } from './variant-search.js';

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
}

export interface DenseSearch {
  readonly facts: JsonObject;
  /** A ranking per query from the vectors of its parts; nothing is found for a query without any. */
  rank(
    queries: readonly Query[],
    parts: readonly (readonly Float32Array[] | undefined)[],
  ): Promise<readonly Ranked[]>;
}

/** A search by vectors before it has any. */
export interface SearchPlan {
  readonly name: string;
  readonly variant: Variant;
  /** What of these options can change a ranking. */
  readonly spec: JsonObject;
  open(documents: NumberedDocuments, vectors: DocumentVectors, tools: Tools): Promise<DenseSearch>;
  /** Scores by the vectors themselves, as sums. */
  explainer(query: NamedVectors): DenseExplainer;
  /** Where codes make the score, that score, with the vectors' own beside it; else the score as it is. */
  byCodes(exact: StageScore, ranked: Ranked, docId: DocId): StageScore;
}

export const planSearch = (options: SearchOptions): SearchPlan => {
  const { similarity = 'cosine', topK = 100, variant = {}, asPublished = false } = options;
  const { dropIdenticalIds = asPublished, rescored = 100 } = options;
  for (const [option, value] of Object.entries({ topK, rescored }))
    if (!Number.isSafeInteger(value) || value < 1)
      throw new InputError({
        found: `${options.name}: ${option} = ${value}`,
        expected: 'a whole number from 1',
      });
  const smaller = variantName(variant);
  const name = smaller ? `${options.name}(${smaller})` : options.name;
  // Variants are HAKARI-Bench's, and so is their rule for ties, which codes make by the hundred.
  const ties: TiesAtCutOff = smaller ? 'id-ascending' : 'id-descending';
  return {
    name,
    variant,
    spec: {
      similarity,
      topK,
      ...(smaller && { variant: smaller }),
      ...(variant.rescore && { rescored }),
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
      const hits = documentHits(documents, { topK, ties, dropIdenticalIds });
      /** A query's vector, cut as the documents' were; undefined where it finds nothing. */
      const pointOf = (parts: readonly Float32Array[] | undefined): Float32Array | undefined =>
        parts && dimensions > 0 ? kept(name, meanVector(parts), dimensions, variant) : undefined;
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
          const points = parts.map(pointOf);
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
const SCORE_OF_NAN = -1;

const allAtNaN = (rows: number): Found => ({
  rows: Uint32Array.from({ length: rows }, (_, row) => row),
  scores: new Float64Array(rows).fill(SCORE_OF_NAN),
});

/** Texts in place of rows, and with them those that have no row. */
const withUnsound = ({ rows, scores }: Found, textOf: Uint32Array, unsound: Uint32Array): Found => {
  const all = {
    rows: new Uint32Array(rows.length + unsound.length),
    scores: new Float64Array(rows.length + unsound.length).fill(SCORE_OF_NAN),
  };
  all.rows.set(rows.map((row) => textOf[row]!));
  all.rows.set(unsound, rows.length);
  all.scores.set(scores);
  return all;
};

const kept = (
  name: string,
  vector: Float32Array,
  dimensions: number,
  { truncate }: Variant,
): Float32Array => {
  if (truncate === undefined ? vector.length !== dimensions : vector.length < dimensions)
    throw new WorkError(
      `${name}: the embedder gave a query vector of ${vector.length} dimensions and document vectors of ${dimensions}`,
    );
  return vector.subarray(0, dimensions);
};
