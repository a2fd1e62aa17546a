/** r2med/core: what every stage shares, for authors of stages, models and tools. */

// Tasks and rankings.
// Stages, and all they see of the outside.
// Models.
// Errors as data.
export {
  type Cache,
  type Corpus,
  corpusOf,
  type DenseEmbedder,
  type DocId,
  type Document,
  docId,
  type Embedder,
  failedWork,
  type Hit,
  InputError,
  type InputProblem,
  type Json,
  type JsonObject,
  type Judgements,
  type LateEmbedder,
  type Query,
  type QueryId,
  queryId,
  R2medError,
  type Ranking,
  type Reranker,
  type Retriever,
  type Rewriter,
  type Runner,
  ranking,
  type Scorer,
  type Searcher,
  type SparseEmbedder,
  type SparseVector,
  type Stage,
  type Task,
  type Tools,
  WorkError,
} from './index.js';
