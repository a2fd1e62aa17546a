import { PRECISIONS, type Scorer, type SettingValues, setting } from '../../core/index.js';
import { TRUNCATIONS } from '../onnx/index.js';
import type { BackendContext, BackendSettings } from '../registry/index.js';
import { SCORER_DIALECTS, type ScorerDialectName } from './api/index.js';

/** What a system's text may say of a reranker. */
export const RERANKER_SETTINGS = {
  dialect: setting.oneOf(
    Object.keys(SCORER_DIALECTS) as ScorerDialectName[],
    'request and response format of the server',
  ),
  maxTokens: setting.count('tokens read of a pair at most'),
  truncation: setting.oneOf(TRUNCATIONS, 'which text of a pair is truncated'),
  logit: setting.number('of a local model: which of its logits is the score, from 0', undefined, {
    expected: 'a whole number from 0',
    holds: (logit) => Number.isInteger(logit) && logit >= 0,
  }),
  activation: setting.oneOf(['none', 'sigmoid'], 'what the logit goes through'),
  precision: setting.oneOf(PRECISIONS, 'which ONNX file, or the number type in Python'),
  sameAs: setting.text('of a server outside the registry: address or name of the same model elsewhere'),
  timeout: setting.count('of a custom reranker: seconds that one call may take'),
} as const;

/** What a user may say about a reranker besides its name; whatever is missing comes from its entry or its own folder. */
export interface RerankerSettings extends SettingValues<typeof RERANKER_SETTINGS>, BackendSettings {}

/** What of this machine a reranker may use. */
export type RerankerContext = BackendContext;

/** A model that scores pairs, open. The caller closes its scorer. */
export interface OpenReranker {
  /** What systems are called after it. */
  readonly name: string;
  readonly scorer: Scorer;
}
