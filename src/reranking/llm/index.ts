import { type GptSettings, gpt } from './gpt.js';
import { type GroupwiseSettings, groupwise } from './groupwise.js';
import { type InsertRankSettings, insertrank } from './insertrank.js';
import { type ListwiseSettings, listwise } from './listwise.js';
import type { LlmOrderer } from './llm-orderer.js';
import { type PointwiseSettings, pointwise } from './pointwise.js';
import { type SetwiseSettings, setwise } from './setwise.js';

export type { Calls, LlmOrderer, LlmSettings } from './llm-orderer.js';
export {
  type GptSettings,
  type GroupwiseSettings,
  gpt,
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
export const llmRerankers: Readonly<Record<string, (settings: LlmRerankerSettings) => LlmOrderer>> = {
  pointwise,
  listwise,
  groupwise,
  setwise,
  gpt,
  insertrank,
};
