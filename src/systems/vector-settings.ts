import { withoutSecret } from '../api-client/index.js';
import { InputError, readSettings } from '../core/index.js';
import {
  MODEL_SETTINGS,
  type ModelSettings,
  possibleSettings,
  type UsedSettings,
  usedSettings,
} from '../embedders/index.js';
import { printStage, type StageText } from '../pipeline/index.js';
import { parseVariant, type Variant } from '../retrieval/index.js';
import { isNpy } from './npy-model.js';

/** What a stage's brackets say of a model, as far as that can be known before the call says how it is reached. */
export const readModelSettings = (stage: StageText): ModelSettings => {
  const said: ModelSettings = readSettings('a model', MODEL_SETTINGS, stage.named);
  mustUse(stage, isNpy(stage.name) ? NPY_USES : possibleSettings(stage.name, said));
  return said;
};

const NPY_USES: UsedSettings<ModelSettings> = { by: 'npy:', names: ['similarity'] };

/** The same for a call: `model` is what it says of models, which may decide how this one is reached. */
export const settingsOf = (stage: StageText, model: ModelSettings): ModelSettings => {
  const said = readModelSettings(stage);
  if (!isNpy(stage.name)) mustUse(stage, usedSettings(stage.name, { ...model, ...said }));
  return said;
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
