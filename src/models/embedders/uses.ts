import { readSettings, type Settings, type SettingValues } from '../../core/index.js';
import type { ModelSettings } from './model-choice.js';

/** Which settings count for a model, and what the model is to the one who reads an error. */
export interface UsedSettings<Values> {
  readonly by: string;
  readonly names: readonly (keyof Values & string)[];
}

/** Reads what a text says of a model; a setting that would be ignored is refused as an unknown one. */
export const readUsedSettings = <Declared extends Settings>(
  declared: Declared,
  { by, names }: UsedSettings<SettingValues<Declared>>,
  named: Readonly<Record<string, string>>,
): SettingValues<Declared> =>
  readSettings(
    by,
    Object.fromEntries(names.map((name) => [name, declared[name]!])),
    named,
  ) as SettingValues<Declared>;

type Names = UsedSettings<ModelSettings>['names'];

/** Of a model that runs here. */
export const LOCAL = {
  dense: ['pooling', 'normalise', 'similarity', 'maxTokens', 'precision'],
  sparse: ['maxTokens', 'precision'],
  late: ['maxTokens', 'precision'],
} as const satisfies Record<string, Names>;

/** Of a model that a server runs. */
export const SERVED = ['normalise', 'similarity', 'maxTokens'] as const satisfies Names;
