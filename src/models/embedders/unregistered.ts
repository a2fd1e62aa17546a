import type { ModelSettings, OpenUnregistered } from './model-choice.js';
import { command, module, onnx, served, servedSearch } from './open-unregistered.js';
import { LOCAL, SERVED, type UsedSettings } from './uses.js';

/** A way to reach a model outside the registry. */
interface UnregisteredModel {
  /** Which settings count for what is reached so. */
  uses(settings: ModelSettings): UsedSettings<ModelSettings>;
  readonly open: OpenUnregistered;
}

const LIMITS = ['batch', 'timeout'] as const;

const ofCustom =
  (prefix: string) =>
  ({ kind = 'dense' }: ModelSettings): UsedSettings<ModelSettings> => ({
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
      // That a model of this kind cannot search is said when it is opened.
      names: ['kind', ...(kind === 'search' ? [] : LOCAL[kind])],
    }),
    open: onnx,
  },
  served: {
    uses: () => ({ by: 'served:', names: [...SERVED, 'sameAs'] }),
    open: served,
  },
  module: { uses: ofCustom('module'), open: module },
  command: { uses: ofCustom('command'), open: command },
  'served-search': {
    uses: () => ({ by: 'served-search:', names: ['kind', ...LIMITS] }),
    open: servedSearch,
  },
};
