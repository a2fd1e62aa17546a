import type { UsedSettings } from '../embedders/index.js';
import type { RerankerSettings } from './reranker-choice.js';

const SERVED_RERANKER = ['dialect', 'maxTokens', 'truncation'] as const;
const LOCAL_RERANKER = ['maxTokens', 'truncation', 'logit', 'activation', 'precision'] as const;

/** The settings that a reranker uses; how one of the registry is reached is only known when it is opened. */
export const usedRerankerSettings = (name: string): UsedSettings<RerankerSettings> => {
  if (name.startsWith('served:')) return { by: 'served:', names: [...SERVED_RERANKER, 'sameAs'] };
  if (/^(module|command):/.test(name)) return { by: 'a custom reranker', names: ['timeout'] };
  if (name.startsWith('onnx:')) return { by: 'onnx:', names: LOCAL_RERANKER };
  return { by: name, names: [...SERVED_RERANKER, ...LOCAL_RERANKER] };
};
