import type { Corpus, JsonObject } from '../../../core/index.js';
import type { Graph, VectorsRecipe } from '../vector-index.js';
import type { Wanted } from './collection.js';

/** Raised when a collection is stored in another way. */
const SCHEMA = 2;

/** What decides the name of a collection of vectors. */
export const vectorsKey = (corpus: Corpus, { vectors, similarity, graph }: VectorsRecipe): JsonObject => ({
  schema: SCHEMA,
  kind: 'vectors',
  corpus: corpus.key,
  vectors,
  similarity,
  ...(graph && { graph: { ...graph } }),
});

/** The index of a corpus as vectors of so many dimensions. */
export const vectorsWanted = (key: JsonObject, { graph }: VectorsRecipe, dimensions: number): Wanted => ({
  kind: 'vectors',
  key,
  // An index for graphs needs a native library by default; exact search does without, and Lucene's graph too.
  settings: { knn: graph !== undefined },
  mappings: {
    // Fields come back one by one; the whole document would be stored again.
    _source: { enabled: false },
    properties: { ...FIELDS, vector: { type: 'knn_vector', dimension: dimensions, ...methodOf(graph) } },
  },
  begun: { dimensions },
  // What a cluster that knows no vectors says names their setting or type.
  fixOf: (reason) =>
    reason.includes('knn')
      ? "install OpenSearch's k-NN plugin on every node; its own packages have it"
      : undefined,
});

/** A finished graph has no say in which rows there are: they are the same fields, found in another way. */
const methodOf = (graph: Graph | undefined): JsonObject =>
  graph
    ? {
        method: {
          name: 'hnsw',
          engine: 'lucene',
          space_type: 'innerproduct',
          parameters: { m: graph.m, ef_construction: graph.efConstruction },
        },
      }
    : {};

const FIELDS: JsonObject = {
  id: { type: 'keyword' },
  /** Place in the corpus; a repeated id has several. */
  row: { type: 'integer' },
  /** Of the document's id, title and text. */
  hash: { type: 'keyword', index: false },
  /** Of the vector's bytes. */
  sum: { type: 'keyword', index: false },
  /** Whether its vector can be compared. */
  sound: { type: 'boolean' },
  /** Length of the vector. */
  norm: { type: 'double', index: false },
  /** The vector bit by bit: 32-bit floats, little-endian. */
  bytes: { type: 'binary', doc_values: true },
};
