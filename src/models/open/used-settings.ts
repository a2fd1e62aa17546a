import { modelRow } from '../rows/index.js';
import type { ModelSettings } from './model-choice.js';
import type { RerankerSettings } from './reranker-choice.js';

/** Which settings count for a model, and what the model is to the one who reads an error. */
export interface UsedSettings<Settings> {
  readonly by: string;
  readonly names: readonly (keyof Settings & string)[];
}

const LOCAL = {
  dense: ['pooling', 'normalise', 'similarity', 'maxTokens', 'precision'],
  sparse: ['maxTokens', 'precision'],
  late: ['maxTokens', 'precision'],
} as const;

const OWN = {
  dense: ['similarity', 'batch', 'timeout'],
  sparse: ['batch', 'timeout'],
  late: ['batch', 'timeout'],
  search: ['batch', 'timeout'],
} as const;

const whatIs = (kind: keyof typeof OWN): string =>
  kind === 'search' ? 'a search system' : `a ${kind} model`;

/** What a model outside the registry uses, by how it is reached. */
const OUTSIDE: Readonly<Record<string, (settings: ModelSettings) => UsedSettings<ModelSettings>>> = {
  onnx: ({ kind = 'dense' }) => ({
    by: `a ${kind} model of onnx:`,
    // That a model of this kind cannot search is said when it is opened.
    names: ['kind', ...(kind === 'search' ? [] : LOCAL[kind])],
  }),
  served: () => ({ by: 'served:', names: ['normalise', 'similarity', 'maxTokens', 'sameAs'] }),
  module: ({ kind = 'dense' }) => ({ by: `${whatIs(kind)} of module:`, names: ['kind', ...OWN[kind]] }),
  command: ({ kind = 'dense' }) => ({ by: `${whatIs(kind)} of command:`, names: ['kind', ...OWN[kind]] }),
  'served-search': () => ({ by: 'served-search:', names: ['kind', ...OWN.search] }),
};

/** The settings that a model uses; any other would be ignored without a word. */
export const usedSettings = (name: string, settings: ModelSettings): UsedSettings<ModelSettings> => {
  const outside = OUTSIDE[name.split(':', 1)[0]!];
  if (name.includes(':') && outside) return outside(settings);
  const row = modelRow(name);
  const service = row.backends.some(({ via }) => via === 'service');
  if (settings.endpoints?.length || (service && !settings.folder))
    return { by: `${name}, a served model,`, names: ['normalise', 'similarity', 'maxTokens'] };
  return { by: `${name}, a ${row.kind} model,`, names: LOCAL[row.kind] };
};

const SERVED_RERANKER = ['dialect', 'maxTokens', 'truncation'] as const;
const LOCAL_RERANKER = ['maxTokens', 'truncation', 'logit', 'activation', 'precision'] as const;

/** The same for rerankers; how one of the registry is reached is only known when it is opened. */
export const usedRerankerSettings = (name: string): UsedSettings<RerankerSettings> => {
  if (name.startsWith('served:')) return { by: 'served:', names: [...SERVED_RERANKER, 'sameAs'] };
  if (/^(module|command):/.test(name)) return { by: 'a custom reranker', names: ['timeout'] };
  if (name.startsWith('onnx:')) return { by: 'onnx:', names: LOCAL_RERANKER };
  return { by: name, names: [...SERVED_RERANKER, ...LOCAL_RERANKER] };
};
