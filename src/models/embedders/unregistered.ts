import type { UsedSettings } from '../registry/index.js';
import type { ModelSettings } from './model-choice.js';
import { command, module, type OpenUnregistered, onnx, served, servedSearch } from './open-unregistered.js';

/** A way to reach a model outside the registry. */
interface UnregisteredModel {
  /** Which settings count for what is reached so. */
  uses(settings: ModelSettings): UsedModelSettings;
  readonly open: OpenUnregistered;
}

export type UsedModelSettings = UsedSettings<ModelSettings>;

/** Settings that count for a model that runs here. */
export const LOCAL = {
  dense: ['pooling', 'normalise', 'similarity', 'maxTokens', 'precision'],
  sparse: ['maxTokens', 'precision'],
  late: ['maxTokens', 'precision'],
} as const satisfies Record<string, UsedModelSettings['names']>;

/** Settings that count for a model that a server runs. */
export const SERVED = ['normalise', 'similarity', 'maxTokens'] as const satisfies UsedModelSettings['names'];

const LIMITS = ['batch', 'timeout'] as const;

const ofCustom =
  (prefix: string) =>
  ({ kind = 'dense' }: ModelSettings): UsedModelSettings => ({
    by: `${kind === 'search' ? 'a search system' : `a ${kind} model`} of ${prefix}:`,
    names: ['kind', ...(kind === 'dense' ? ['similarity' as const] : []), ...LIMITS],
  });

/**
 * Models outside the registry by the prefix of their name: `onnx:FOLDER`, `served:URL#model`, `module:FILE`, `command:"…"`,
 * `served-search:URL`.
 */
export const UNREGISTERED: Readonly<Record<string, UnregisteredModel>> = {
  onnx: {
    uses: ({ kind = 'dense' }) => ({
      by: `a ${kind} model of onnx:`,
      // That a model of this kind cannot search is reported when it is opened.
      names: ['kind', ...(kind === 'search' ? [] : LOCAL[kind])],
    }),
    open: onnx,
  },
  served: { uses: () => ({ by: 'served:', names: [...SERVED, 'sameAs'] }), open: served },
  module: { uses: ofCustom('module'), open: module },
  command: { uses: ofCustom('command'), open: command },
  'served-search': { uses: () => ({ by: 'served-search:', names: ['kind', ...LIMITS] }), open: servedSearch },
};
