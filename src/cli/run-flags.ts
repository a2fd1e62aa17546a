import { type FlagValues, LLM, MODELS, pick, TASKS, worded } from './flags/index.js';
import type { WriterFlags } from './writer-flags.js';

/** Everything that `r2med run` takes; generation methods add theirs. */
export const runFlags = () => ({
  ...pick(
    TASKS,
    'retriever system fuse experiment asPublished topK engine measure means missing out overwrite offline',
    'dryRun shard threads memory cache includeIncomplete json quiet gar llm generations samples textMode',
    'retryFailed reranker depth rerankerEndpoint rerankerFolder prompts',
    LLM,
    MODELS,
  ),
  dryRun: worded('dryRun', 'print what would run, and run nothing'),
});

export type RunFlags = FlagValues<ReturnType<typeof runFlags>> & WriterFlags;
