import { failedIn, InputError, type Ranked, type Retriever, WorkError } from '../../core/index.js';
import type { DenseEmbedder } from '../../models/index.js';
import {
  corpusTexts,
  corpusVectors,
  type DocumentText,
  denseBytes,
  documentHits,
  type Found,
  queryVectors,
  storedVectors,
  type TiesAtCutOff,
  usageFacts,
} from '../vectors/index.js';
import { isSound, matrixBuilder } from './document-matrix.js';
import type { Similarity } from './exact-search.js';
import { meanVector } from './mean-vector.js';
import { openMatrixWork } from './open-matrix-work.js';
import { bytesPerVector, type Variant, variantName } from './variant.js';
import { variantSearch } from './variant-search.js';

export interface DenseOptions {
  readonly embedder: DenseEmbedder;
  /** What the system is called; a variant is added to it. */
  readonly name: string;
  /** The reference uses cosine for every model, also for those trained for dot product. */
  readonly similarity?: Similarity;
  /** Hits kept per query; the reference keeps 100. */
  readonly topK?: number;
  readonly variant?: Variant;
  readonly documentText?: DocumentText;
  /** Never returns the document whose id is the query's, as BEIR's search and so the reference do. */
  readonly dropIdenticalIds?: boolean;
  /** Does as the reference does where the default differs from it: drops identical ids. */
  readonly asPublished?: boolean;
  /** How many of the best by codes a rescored variant puts in order by vectors; HAKARI-Bench's 100. */
  readonly rescored?: number;
}

/** Search by one vector per text, exact over the whole corpus. */
export const dense = (options: DenseOptions): Retriever => {
  const { embedder, similarity = 'cosine', topK = 100, variant = {}, asPublished = false } = options;
  const { documentText = 'title-and-text', dropIdenticalIds = asPublished, rescored = 100 } = options;
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
    spec: {
      retriever: 'dense',
      embedder: embedder.spec,
      similarity,
      topK,
      ...(smaller && { variant: smaller }),
      ...(variant.rescore && { rescored }),
      documentText,
      identicalIds: dropIdenticalIds ? 'dropped' : 'kept',
      repeatedIds: 'last-text',
      tiesAtCutOff: ties,
    },
    open: async (corpus, tools) => {
      const vectors = await storedVectors(embedder, 'document', denseBytes, tools);
      const texts = await corpusTexts(corpus, documentText, vectors.keyOf);
      const builder = matrixBuilder(name, texts.keys.length, variant.truncate);
      const { facts } = await corpusVectors(name, texts, vectors, denseBytes, tools, builder.add);
      const { matrix, textOf, unsound } = builder.built();
      const { dimensions } = matrix;
      const work = await openMatrixWork(name, tools);
      const search = variantSearch(matrix, { similarity, variant, rescored }, work);
      const asked = await queryVectors(name, embedder, denseBytes, tools);
      const hits = documentHits(texts, { topK, ties, dropIdenticalIds });
      /** A query's vector, cut as the documents' were; undefined where it finds nothing. */
      const pointOf = (parts: readonly Float32Array[] | undefined): Float32Array | undefined =>
        parts && dimensions > 0 ? kept(name, meanVector(parts), dimensions, variant) : undefined;
      let searchMilliseconds = 0;
      return {
        get facts() {
          return {
            ...facts,
            dimensions,
            bytesPerVector: bytesPerVector(dimensions, variant),
            matrixProduct: work.name,
            // From vectors to rankings: what embedding the queries takes is the model's, not the search's.
            searchSeconds: searchMilliseconds / 1000,
            ...usageFacts(embedder),
            ...asked.facts,
            ...failedIn(facts, asked.facts),
          };
        },
        run: async (queries): Promise<readonly Ranked[]> => {
          const points = (await asked.of(queries)).map(pointOf);
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

/** BEIR's exact search, which the reference uses, scores NaN as −1. */
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
