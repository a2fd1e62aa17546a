import type { ModelSettings } from './model-choice.js';

/** Which settings count for a model, and what the model is to the one who reads an error. */
export interface UsedSettings<Settings> {
  readonly by: string;
  readonly names: readonly (keyof Settings & string)[];
}

type Names = UsedSettings<ModelSettings>['names'];

/** Of a model that runs here. */
export const LOCAL = {
  dense: ['pooling', 'normalise', 'similarity', 'maxTokens', 'precision'],
  sparse: ['maxTokens', 'precision'],
  late: ['maxTokens', 'precision'],
} as const satisfies Record<string, Names>;

/** Of a model that a server runs. */
export const SERVED = ['normalise', 'similarity', 'maxTokens'] as const satisfies Names;
