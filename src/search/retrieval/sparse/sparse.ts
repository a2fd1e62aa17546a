import {
  mustFit,
  PROCESS_BYTES,
  type Retriever,
  type SparseEmbedder,
  type SparseVector,
  type StageScore,
} from '../../../core/index.js';
import { type DocumentText, mustBeCounts } from '../retriever-settings.js';
import {
  bestOf,
  corpusTexts,
  corpusVectors,
  documentHits,
  documentVectors,
  joinedFacts,
  queryVectors,
  sparseBytes,
  storedVectors,
  usageFacts,
} from '../vectors/index.js';
import { impactIndexBuilder } from './impact-index.js';

/** Settings of a learned sparse retriever. */
export interface SparseOptions {
  readonly embedder: SparseEmbedder;
  readonly name: string;
  /** Hits kept per query. */
  readonly topK?: number;
  /** How many weights of a query or document count, the largest; all by default. HAKARI-Bench tries 8–32 and 64–512. */
  readonly maxActiveDims?: { readonly query?: number; readonly document?: number };
  readonly documentText?: DocumentText;
  readonly dropIdenticalIds?: boolean;
  /** Does as the reference implementation does where the default differs from it: drops identical ids. */
  readonly asPublished?: boolean;
}

/** About what indexing takes: every weight with its dimension, in its vector and as a posting. */
const indexingBytes = (weights: number): number => PROCESS_BYTES + 16 * weights;

/** Search by learned sparse vectors (SPLADE and its kin): exact dot products through an inverted index. */
export const sparse = (options: SparseOptions): Retriever => {
  const { embedder, topK = 100, maxActiveDims = {}, asPublished = false } = options;
  const { documentText = 'title-and-text', dropIdenticalIds = asPublished } = options;
  const given = Object.entries(maxActiveDims).filter(([, most]) => most !== undefined);
  mustBeCounts(options.name, { topK, ...maxActiveDims });
  const name =
    given.length > 0
      ? `${options.name}(${given.map(([role, most]) => `${role}=${most}`).join(',')})`
      : options.name;
  return {
    name,
    spec: {
      retriever: 'sparse',
      embedder: embedder.spec,
      topK,
      maxActiveDims: Object.fromEntries(given),
      documentText,
      identicalIds: dropIdenticalIds ? 'dropped' : 'kept',
      repeatedIds: 'last-text',
      // A document without a dimension in common is not a hit, rather than one of many at 0.
      unmatched: 'left-out',
      tiesAtCutOff: 'id-descending',
    },
    open: async (corpus, tools) => {
      const vectors = await storedVectors(embedder, 'document', sparseBytes, tools);
      const texts = await corpusTexts(corpus, documentText, vectors.keyOf);
      const builder = impactIndexBuilder(texts.keys.length);
      let weights = 0;
      const { facts } = await corpusVectors(name, texts, vectors, sparseBytes, tools, (place, vector) => {
        const kept = sparseBytes.copy(mostActive(vector, maxActiveDims.document));
        weights += kept.indices.length;
        // Vectors are stored as they come: one that is refused here was not made in vain.
        mustFit(
          { work: `${name}: indexing the corpus`, bytes: indexingBytes(weights), onEngine: false },
          tools,
        );
        builder.add(place, kept);
      });
      const index = builder.build();
      const embedded = await queryVectors(name, embedder, sparseBytes, tools);
      const hits = documentHits(texts, { topK, ties: 'id-descending', dropIdenticalIds });
      let searchMilliseconds = 0;
      return {
        get facts() {
          const { postings, dimensions } = index;
          // A posting is a row number and a weight, four bytes each.
          const indexBytes = 8 * postings;
          // From vectors to rankings, without embedding the queries.
          const searchSeconds = searchMilliseconds / 1000;
          const searched = { dimensions, postings, indexBytes, searchSeconds };
          return joinedFacts(facts, searched, usageFacts(embedder), embedded.facts);
        },
        run: async (queries) => {
          const asked = await embedded.of(queries);
          const began = tools.now();
          const ranked = queries.map((query, i) => {
            tools.signal.throwIfAborted();
            const parts = asked[i];
            if (!parts) return { query, hits: [] };
            const found = index.search(mostActive(meanSparse(parts), maxActiveDims.query));
            return { query, hits: hits.of(query, bestOf(found, hits.needed)) };
          });
          searchMilliseconds += tools.now() - began;
          return ranked;
        },
        explainHits: async (query, documents) => {
          const [parts] = await embedded.of([query]);
          if (!parts) return { scores: new Map() };
          const asked = mostActive(meanSparse(parts), maxActiveDims.query);
          const found = await documentVectors(documents, documentText, vectors, sparseBytes);
          return {
            terms: asked.indices.length,
            scores: new Map(
              found.map(({ document, vector }) => [
                document.id,
                explainSparse(asked, mostActive(vector, maxActiveDims.document), embedder),
              ]),
            ),
          };
        },
      };
    },
  };
};

/** The `most` weights of largest magnitude, the lower index among equals; as HAKARI-Bench and Sentence Transformers cut. */
export const mostActive = (vector: SparseVector, most: number | undefined): SparseVector => {
  const { indices, weights } = vector;
  if (most === undefined || indices.length <= most) return vector;
  const kept = Uint32Array.from(weights.keys())
    .sort((a, b) => Math.abs(weights[b]!) - Math.abs(weights[a]!) || indices[a]! - indices[b]!)
    .subarray(0, most)
    .sort();
  return {
    indices: Int32Array.from(kept, (place) => indices[place]!),
    weights: Float32Array.from(kept, (place) => weights[place]!),
  };
};

export const meanSparse = (vectors: readonly SparseVector[]): SparseVector => {
  if (vectors.length === 1) return vectors[0]!;
  const sums = new Map<number, number>();
  for (const { indices, weights } of vectors)
    for (const [place, index] of indices.entries()) sums.set(index, (sums.get(index) ?? 0) + weights[place]!);
  const indices = Int32Array.from(sums.keys()).sort();
  return { indices, weights: Float32Array.from(indices, (index) => sums.get(index)! / vectors.length) };
};

/** A dot product of sparse vectors as a sum over the entries that both weigh. */
const explainSparse = (
  query: SparseVector,
  document: SparseVector,
  { wordAt }: Pick<SparseEmbedder, 'wordAt'>,
): StageScore => {
  const weightOf = new Map(Array.from(document.indices, (index, i) => [index, document.weights[i]!]));
  const parts = Array.from(query.indices, (index, i) => ({ index, weight: query.weights[i]! })).flatMap(
    ({ index, weight }) => {
      const other = weightOf.get(index);
      if (other === undefined) return [];
      const details = { 'query weight': weight, 'document weight': other };
      return [{ name: wordAt?.(index) ?? `entry ${index}`, value: weight * other, details }];
    },
  );
  return {
    kind: 'weights',
    score: parts.reduce((sum, { value }) => sum + value, 0),
    parts: parts.sort((a, b) => b.value - a.value),
  };
};
