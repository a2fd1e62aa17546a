import type { Settings } from '../../../core/index.js';
import { type GptSettings, gptReranker } from './gpt-reranker.js';
import { GROUPWISE, type GroupwiseSettings, groupwise } from './groupwise.js';
import { INSERTRANK, type InsertRankSettings, insertrank } from './insertrank.js';
import { LISTWISE, type ListwiseSettings, listwise } from './listwise.js';
import type { LlmRerankMethod, LlmSettings } from './llm-rerank-method.js';
import { POINTWISE, type PointwiseSettings, pointwise } from './pointwise.js';
import { SETWISE, type SetwiseSettings, setwise } from './setwise.js';

export type { CallsPerQuery, LlmRerankMethod } from './llm-rerank-method.js';
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

/** What may be said about any of them; each takes what it declares and has its own defaults. */
export interface LlmRerankerSettings extends LlmSettings {
  /** Do as the reference implementation does. */
  readonly asPublished?: boolean;
  readonly [name: string]: unknown;
}

interface LlmReranker {
  readonly settings: Settings;
  make(settings: LlmRerankerSettings): LlmRerankMethod;
}

/** The ways of asking a language model for an order. */
export const llmRerankers: Readonly<Record<string, LlmReranker>> = {
  pointwise: { settings: POINTWISE, make: pointwise },
  listwise: { settings: LISTWISE, make: listwise },
  groupwise: { settings: GROUPWISE, make: groupwise },
  setwise: { settings: SETWISE, make: setwise },
  gpt: { settings: {}, make: gptReranker },
  insertrank: { settings: INSERTRANK, make: insertrank },
};
