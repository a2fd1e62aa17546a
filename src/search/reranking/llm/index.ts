import type { Settings } from '../../../core/index.js';
import { gptReranker } from './gpt-reranker.js';
import { GROUPWISE, groupwise } from './groupwise.js';
import { INSERTRANK, insertrank } from './insertrank.js';
import { LISTWISE, listwise, stepOf } from './listwise.js';
import type { LlmRerankMethod, LlmSettings } from './llm-rerank-method.js';
import { mayScale, POINTWISE, pointwise } from './pointwise.js';
import { SETWISE, setwise } from './setwise.js';

export type { LlmRerankMethod } from './llm-rerank-method.js';
export { gptReranker, groupwise, insertrank, listwise, pointwise, setwise };

/** What may be said about any of them; each takes what it declares and has its own defaults. */
export interface LlmRerankerSettings extends LlmSettings {
  /** Do as the reference implementation does. */
  readonly asPublished?: boolean;
  readonly [name: string]: unknown;
}

interface LlmReranker {
  readonly settings: Settings;
  /** Refuses settings that do not go together, before anything is opened. */
  check?(settings: Readonly<Record<string, unknown>>): unknown;
  make(settings: LlmRerankerSettings): LlmRerankMethod;
}

const mayStep =
  (method: string, windowByDefault?: number) =>
  ({ window = windowByDefault, step }: { readonly window?: number; readonly step?: number }): unknown =>
    window === undefined ? window : stepOf(method, window, step);

/** The ways of asking a language model for an order. */
export const llmRerankers: Readonly<Record<string, LlmReranker>> = {
  pointwise: { settings: POINTWISE, check: mayScale, make: pointwise },
  listwise: { settings: LISTWISE, check: mayStep('listwise', LISTWISE.window.default), make: listwise },
  groupwise: { settings: GROUPWISE, make: groupwise },
  setwise: { settings: SETWISE, make: setwise },
  gpt: { settings: {}, make: gptReranker },
  insertrank: { settings: INSERTRANK, check: mayStep('insertrank'), make: insertrank },
};
