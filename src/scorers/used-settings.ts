import { byPrefix, type SettingsFor, setting } from '../core/index.js';
import type { UsedSettings } from '../embedders/index.js';
import { PRECISIONS, TRUNCATIONS } from '../onnx/index.js';
import { SCORER_DIALECTS, type ScorerDialectName } from './api/index.js';
import type { RerankerSettings } from './reranker-choice.js';

/** What a system's text may say of a reranker. */
export const RERANKER_SETTINGS = {
  dialect: setting.oneOf(
    Object.keys(SCORER_DIALECTS) as ScorerDialectName[],
    'request and response format of the server',
  ),
  maxTokens: setting.count('tokens read of a pair at most'),
  truncation: setting.oneOf(TRUNCATIONS, 'which text of a pair is truncated'),
  logit: setting.number('which of the logits is the score', undefined, {
    expected: 'a whole number from 0',
    holds: (logit) => Number.isInteger(logit) && logit >= 0,
  }),
  activation: setting.oneOf(['none', 'sigmoid'], 'what the logit goes through'),
  precision: setting.oneOf(PRECISIONS, 'which ONNX file'),
  sameAs: setting.text('address or name of the same model elsewhere'),
  timeout: setting.count('seconds that one call may take'),
} as const satisfies SettingsFor<RerankerSettings>;

const SERVED = ['dialect', 'maxTokens', 'truncation'] as const;
const LOCAL = ['maxTokens', 'truncation', 'logit', 'activation', 'precision'] as const;

const OF_PREFIX: Readonly<Record<string, UsedSettings<RerankerSettings>>> = {
  served: { by: 'served:', names: [...SERVED, 'sameAs'] },
  module: { by: 'a custom reranker', names: ['timeout'] },
  command: { by: 'a custom reranker', names: ['timeout'] },
  onnx: { by: 'onnx:', names: LOCAL },
};

/** The settings that a reranker uses; how one of the registry is reached is only known when it is opened. */
export const usedRerankerSettings = (name: string): UsedSettings<RerankerSettings> =>
  byPrefix(OF_PREFIX, name)?.entry ?? { by: name, names: [...SERVED, ...LOCAL] };
