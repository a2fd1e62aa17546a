/** r2med/search */

// Engines: the corpus and its vectors on a search cluster.
export { type Engine, type EngineStatus, engineBm25, openEngine } from './engines/index.js';
// Fusion: one ranking of several.
export { combMnz, combSum, type Fusion, fuse, rrf, searchEach, weighted } from './fusion/index.js';
// Generation: texts that a language model writes for a query, and whether their answers are right.
export {
  diagnose,
  feedback,
  type GeneratedTexts,
  type GenerationMethod,
  GenerationStopped,
  generateTexts,
  hyde,
  type JudgedAnswer,
  type JudgedAnswers,
  judgeAnswers,
  lamer,
  llmRewriter,
  type MethodSetting,
  type OpenGenerationMethod,
  planGeneration,
  planJudging,
  query2doc,
  readVerdict,
  type StoredTexts,
  searchO1,
  searchR1,
  storedRewriter,
} from './generation/index.js';
// Pipeline: stages in a row, and systems as text.
export {
  type Pipeline,
  parseStages,
  pipeline,
  type StageText,
  type SystemText,
  slug,
  top,
} from './pipeline/index.js';
// Reranking: the top hits in another order, by a scorer or by a language model.
export {
  type Candidate,
  type Candidates,
  gptReranker,
  groupwise,
  insertrank,
  type LlmRerankMethod,
  listwise,
  type OpenRerankMethod,
  pointwise,
  type RerankMethod,
  type RerankOptions,
  type RerankOutput,
  rerank,
  scored,
  setwise,
} from './reranking/index.js';
// Retrieval: documents by words, by vectors, or by a search system of the user's.
export {
  type Analyzer,
  analyzer,
  bm25,
  bm25Hakari,
  bm25Lucene,
  bm25Mteb,
  bo1,
  exportVectors,
  type GivenVectors,
  givenDense,
  kl,
  late,
  lsa,
  parseVariant,
  prf,
  retrievers,
  rm3,
  rocchio,
  searchSystem,
  sparse,
  type TermFeedback,
  type Variant,
  type VectorFeedback,
  type VectorPlace,
  type VectorSource,
} from './retrieval/index.js';
