import { withoutSecret } from '../api-client/index.js';
import { InputError, lookup } from '../core/index.js';
import { isUnregistered, type ModelSettings, type UsedSettings, usedSettings } from '../embedders/index.js';
import { printStage, type StageText } from '../pipeline/index.js';
import { parseVariant, type Variant } from '../retrieval/index.js';
import { isNpy } from './npy-model.js';

/** What may be said of a model in brackets. */
const SETTINGS: { readonly [Name in keyof ModelSettings]?: (text: string) => ModelSettings[Name] } = {
  kind: (text) => oneOf('kind', ['dense', 'sparse', 'late', 'search'], text),
  pooling: (text) => oneOf('pooling', ['cls', 'mean', 'last', 'last-masked', 'weighted-mean', 'none'], text),
  normalise: (text) => oneOf('normalise', ['true', 'false'], text) === 'true',
  similarity: (text) => oneOf('similarity', ['cosine', 'dot'], text),
  precision: (text) => oneOf('precision', ['fp32', 'fp16', 'int8'], text),
  maxTokens: (text) => count('maxTokens', text),
  sameAs: (text) => text,
  batch: (text) => count('batch', text),
  timeout: (text) => count('timeout', text),
};

/**
 * What a stage's brackets say of a model, each setting known and used by it. `model` is what the call says of models, which
 * may decide how this one is reached.
 */
export const settingsOf = (stage: StageText, model: ModelSettings = {}): ModelSettings => {
  const said = readSettings(stage);
  mustUse(stage, usedBy(stage, { ...model, ...said }));
  return said;
};

/** Refuses settings that are wrong whatever else a call says: those of a registry's entry may depend on its back end. */
export const checkVectorStage = (stage: StageText): void => {
  variantOf(stage);
  if (isNpy(stage.name) || isUnregistered(stage.name)) settingsOf(stage);
  else readSettings(stage);
};

/** The variant in a stage's brackets, as `int8` in `bge(int8)`. */
export const variantOf = (stage: StageText): Variant | undefined => {
  const [variant, ...more] = stage.values;
  if (more.length > 0)
    throw new InputError({
      found: printStage(stage),
      expected: 'one variant at most, as bge(truncate:256+int8)',
    });
  return variant === undefined ? undefined : parseVariant(variant);
};

/** Refuses what a system that turned out to search by itself would ignore. */
export const mustSuitSearch = (stage: StageText): void => {
  mustUse(stage, usedSettings(stage.name, { kind: 'search' }));
  if (stage.values.length > 0)
    throw new InputError({
      found: withoutSecret(printStage(stage)),
      expected: 'no variant: it is a search system and has no vectors',
    });
};

const readSettings = (stage: StageText): ModelSettings =>
  Object.fromEntries(
    Object.entries(stage.named).map(([name, text]) => [
      name,
      lookup('setting of a model', SETTINGS, name)!(text),
    ]),
  );

const usedBy = ({ name }: StageText, settings: ModelSettings): UsedSettings<ModelSettings> =>
  isNpy(name) ? { by: 'npy:', names: ['similarity'] } : usedSettings(name, settings);

/** Refuses a setting that would be ignored without a word. */
export const mustUse = <Settings>(stage: StageText, { by, names }: UsedSettings<Settings>): void => {
  const ignored = Object.keys(stage.named).find((name) => !names.some((used) => used === name));
  if (ignored === undefined) return;
  throw new InputError({
    found: withoutSecret(`${ignored}=${stage.named[ignored]} in ${printStage(stage)}`),
    expected:
      names.length > 0 ? `one of ${names.join(', ')}: ${by} uses no other` : `no setting: ${by} has none`,
  });
};

const oneOf = <const T extends string>(setting: string, choices: readonly T[], text: string): T =>
  lookup(setting, Object.fromEntries(choices.map((choice) => [choice, choice])) as Record<string, T>, text);

const count = (setting: string, text: string): number => {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new InputError({ found: `${setting}=${text}`, expected: 'a whole number from 1' });
};
