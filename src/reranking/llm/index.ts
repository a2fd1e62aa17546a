import { type GptSettings, gptReranker } from './gpt-reranker.js';
import { type GroupwiseSettings, groupwise } from './groupwise.js';
import { type InsertRankSettings, insertrank } from './insertrank.js';
import { type ListwiseSettings, listwise } from './listwise.js';
import type { LlmRerankMethod } from './llm-rerank-method.js';
import { type PointwiseSettings, pointwise } from './pointwise.js';
import { type SetwiseSettings, setwise } from './setwise.js';

export type { Calls, LlmRerankMethod, LlmSettings } from './llm-rerank-method.js';
export {
  type GptSettings,
  type GroupwiseSettings,
  gptReranker,
  groupwise,
  type InsertRankSettings,
  insertrank,
  type ListwiseSettings,
  listwise,
  type PointwiseSettings,
  pointwise,
  type SetwiseSettings,
  setwise,
};

/** What may be said about any of them; each takes what concerns it and has its own defaults. */
export interface LlmRerankerSettings
  extends PointwiseSettings,
    ListwiseSettings,
    GroupwiseSettings,
    SetwiseSettings,
    GptSettings,
    InsertRankSettings {}

/** The ways of asking a language model for an order. */
export const llmRerankers: Readonly<Record<string, (settings: LlmRerankerSettings) => LlmRerankMethod>> = {
  pointwise,
  listwise,
  groupwise,
  setwise,
  gpt: gptReranker,
  insertrank,
};
