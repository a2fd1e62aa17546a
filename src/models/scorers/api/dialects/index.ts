import { cohere } from './cohere.js';
import { completions } from './completions.js';
import type { Dialect } from './dialect.js';
import { jina } from './jina.js';
import { tei } from './tei.js';
import { vllmRerank } from './vllm-rerank.js';
import { vllmScore } from './vllm-score.js';
import { voyage } from './voyage.js';

export type { Answers, Dialect, RequestInput } from './dialect.js';

/** The rerank APIs by name. */
export const SCORER_DIALECTS = {
  'vllm-rerank': vllmRerank,
  'vllm-score': vllmScore,
  tei,
  completions,
  cohere,
  jina,
  voyage,
} satisfies Record<string, Dialect>;
/** The name of a rerank API. */
export type ScorerDialectName = keyof typeof SCORER_DIALECTS;
