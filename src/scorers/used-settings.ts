import { byPrefix } from '../core/index.js';
import type { UsedSettings } from '../embedders/index.js';
import type { RerankerSettings } from './reranker-choice.js';

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
