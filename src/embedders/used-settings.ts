import type { ModelSettings } from './model-choice.js';
import { modelEntry } from './registry/index.js';

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
  const entry = modelEntry(name);
  const service = entry.backends.some(({ via }) => via === 'service');
  if (settings.endpoints?.length || (service && !settings.folder))
    return { by: `${name}, a served model,`, names: ['normalise', 'similarity', 'maxTokens'] };
  return { by: `${name}, a ${entry.kind} model,`, names: LOCAL[entry.kind] };
};
