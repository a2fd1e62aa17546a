/** Names of 0.1.0 that have a new one. They go with the next release. */
import { type GenerationMethod, type LlmRewriterOptions, llmRewriter } from '../generation/index.js';

/** @deprecated Renamed: use `llmRewriter`, with `method` for `writer`. */
export const liveWriting = ({
  writer,
  ...options
}: Omit<LlmRewriterOptions, 'method'> & { readonly writer: GenerationMethod }) =>
  llmRewriter({ ...options, method: writer });

export {
  /** @deprecated Renamed: use `findSystemScores`. */ findSystemScores as findSide,
  /** @deprecated Renamed: use `SystemScores` from `r2med/comparison`. */ type SystemScores as Side,
  /** @deprecated Renamed: use `scoresOfResults` from `r2med/comparison`. */ scoresOfResults as sideOfResults,
} from '../comparison/index.js';
export type {
  /** @deprecated Renamed: use `GeneratedText` from `r2med/core`. */ GeneratedText as Written,
  /** @deprecated Renamed: use `TaskStatistics` from `r2med/core`. */ TaskStatistics as TaskCensus,
} from '../core/index.js';
export type {
  /** @deprecated Renamed: use `CustomModule` from `r2med/custom`. */ CustomModule as OwnModule,
} from '../custom/index.js';
export {
  /** @deprecated Renamed: use `modelEntries` from `r2med/embedders`. */ modelEntries as modelRows,
  /** @deprecated Renamed: use `modelEntry` from `r2med/embedders`. */ modelEntry as modelRow,
  /** @deprecated Renamed: use `openEmbeddingApi` from `r2med/embedders`. */ openEmbeddingApi as openServed,
} from '../embedders/index.js';
export {
  /** @deprecated Renamed: use `GenerationMethod` from `r2med/generation`. */ type GenerationMethod as Writer,
  /** @deprecated Renamed: use `generateTexts` from `r2med/generation`. */ generateTexts as writeAll,
  /** @deprecated Renamed: use `planGeneration` from `r2med/generation`. */ planGeneration as planWriting,
  /** @deprecated Renamed: use `storedRewriter`. */ storedRewriter as storedWriting,
} from '../generation/index.js';
export {
  /** @deprecated Renamed: use `ensureModel` from `r2med/hub`. */ ensureModel as bringModel,
} from '../hub/index.js';
export {
  /** @deprecated Renamed: use `CachedChat` from `r2med/llms`. */ type CachedChat as Asker,
  /** @deprecated Renamed: use `cachedChat` from `r2med/llms`. */ cachedChat as keptAsker,
} from '../llms/index.js';
export {
  /** @deprecated Renamed: use `gptReranker` from `r2med/reranking`. */ gptReranker as gpt,
  /** @deprecated Renamed: use `LlmRerankMethod` from `r2med/reranking`. */ type LlmRerankMethod as LlmOrderer,
  /** @deprecated Renamed: use `RerankMethod` from `r2med/reranking`. */ type RerankMethod as Orderer,
} from '../reranking/index.js';
export {
  /** @deprecated Renamed: use `LlmPool` from `r2med/systems`. */ type LlmPool as Speakers,
  /** @deprecated Renamed: use `llmPool`. */ llmPool as speakers,
} from '../systems/index.js';
export {
  /** @deprecated Renamed: use `taskRegistry` from `r2med/tasks`. */ taskRegistry as catalogue,
} from '../tasks/index.js';
