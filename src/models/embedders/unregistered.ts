import { byPrefix, type Prefixed } from '../../core/index.js';
import { isHubId, type UsedSettings } from '../registry/index.js';
import type { ModelSettings } from './model-choice.js';
import { findModelEntry } from './model-entries.js';
import {
  command,
  gguf,
  hub,
  module,
  type OpenUnregistered,
  ofService,
  onnx,
  served,
  servedSearch,
} from './open-unregistered.js';

/** A way to reach a model outside the registry. */
interface UnregisteredModel {
  /** Which settings count for what is reached so. */
  uses(settings: ModelSettings): UsedModelSettings;
  readonly open: OpenUnregistered;
}

export type UsedModelSettings = UsedSettings<ModelSettings>;

const PROMPTS = ['queryPrompt', 'documentPrompt'] as const;

/** Settings that count for a model that runs here. */
export const LOCAL = {
  dense: ['pooling', 'normalise', 'similarity', 'maxTokens', 'precision', ...PROMPTS],
  sparse: ['maxTokens', 'precision', ...PROMPTS],
  late: ['maxTokens', 'precision', ...PROMPTS],
} as const satisfies Record<string, UsedModelSettings['names']>;

/** Settings that count for a model that a server runs. */
export const SERVED = [
  'normalise',
  'similarity',
  'maxTokens',
  ...PROMPTS,
] as const satisfies UsedModelSettings['names'];

const LIMITS = ['batch', 'timeout'] as const;

const ofCustom =
  (prefix: string) =>
  ({ kind = 'dense' }: ModelSettings): UsedModelSettings => ({
    by: `${kind === 'search' ? 'a search system' : `a ${kind} model`} of ${prefix}:`,
    names: ['kind', ...(kind === 'dense' ? ['similarity' as const] : []), ...LIMITS],
  });

/** A model with files of its own, which say what the settings do not. */
const withFiles = (by: string, { kind = 'dense' }: ModelSettings): UsedModelSettings => ({
  by: `a ${kind} model ${by}`,
  // That a model of this kind cannot search is reported when it is opened.
  names: ['kind', ...(kind === 'search' ? [] : [...LOCAL[kind], 'promptName' as const])],
});

/** Those of `data/services.json` that embed: prefixes are needed before a file is read. */
export const EMBEDDING_SERVICES = [
  'openai',
  'gemini',
  'openrouter',
  'mistral',
  'together',
  'azure',
  'voyage',
  'cohere',
  'jina',
] as const;

/**
 * Models outside the registry by the prefix of their name: `onnx:FOLDER`, `gguf:FILE`, `served:URL#model`, `module:FILE`, `command:"…"`,
 * `served-search:URL`, and `SERVICE:model` of services that embed.
 */
export const UNREGISTERED: Readonly<Record<string, UnregisteredModel>> = {
  onnx: { uses: (settings) => withFiles('of onnx:', settings), open: onnx },
  gguf: { uses: () => ({ by: 'gguf:', names: ['similarity', 'maxTokens', ...PROMPTS] }), open: gguf },
  served: {
    uses: ({ kind = 'dense' }) => ({
      by: kind === 'dense' ? 'served:' : `a ${kind} model of served:`,
      names: ['kind', ...(kind === 'dense' ? SERVED : ['maxTokens' as const, ...PROMPTS]), 'sameAs'],
    }),
    open: served,
  },
  module: { uses: ofCustom('module'), open: module },
  command: { uses: ofCustom('command'), open: command },
  ...Object.fromEntries(
    EMBEDDING_SERVICES.map((name) => [
      name,
      { uses: () => ({ by: `${name}:`, names: SERVED }), open: ofService(name) },
    ]),
  ),
  'served-search': { uses: () => ({ by: 'served-search:', names: ['kind', ...LIMITS] }), open: servedSearch },
};

/** A model of the hub by its id alone. */
const HUB: UnregisteredModel = { uses: (settings) => withFiles('of the hub', settings), open: hub };

/** How a name that is none of the registry's is reached; undefined for all others. */
export const unregisteredModel = (name: string): Prefixed<UnregisteredModel> | undefined =>
  byPrefix(UNREGISTERED, name) ??
  (isHubId(name) && !findModelEntry(name) ? { entry: HUB, rest: name } : undefined);
