import { InputError, readSettings, type SettingValues, shownAddress } from '../../core/index.js';
import {
  MODEL_SETTINGS,
  type ModelSettings,
  possibleSettings,
  usedSettings,
} from '../../models/embedders/index.js';
import { readUsedSettings, type UsedSettings } from '../../models/registry/index.js';
import { HNSW_SETTINGS, type HnswOptions } from '../../search/engines/index.js';
import type { StageText } from '../../search/pipeline/index.js';
import { parseVariant, type Variant } from '../../search/retrieval/index.js';

type Uses = UsedSettings<SettingValues<typeof MODEL_SETTINGS>>;

const read = ({ named }: StageText, uses: Uses): ModelSettings =>
  readUsedSettings(MODEL_SETTINGS, uses, named);

/** What a stage's brackets say of a model, as far as that can be known before the call says how it is reached. */
export const readModelSettings = (stage: StageText): ModelSettings => {
  const { kind } = stage.named;
  const said = readSettings('a model', MODEL_SETTINGS, kind === undefined ? {} : { kind });
  return read(stage, possibleSettings(stage.name, said));
};

/** The same for a call: `model` is what it says of models, which may decide how this one is reached. */
export const settingsOf = (stage: StageText, model: ModelSettings): ModelSettings =>
  read(stage, usedSettings(stage.name, { ...model, ...readModelSettings(stage) }));

/** The variant in a stage's brackets, as `int8` in `bge(int8)`. */
export const variantOf = (stage: StageText): Variant | undefined => {
  const [variant, ...more] = stage.values;
  if (more.length > 0)
    throw new InputError({
      found: stage.text,
      expected: 'one variant at most, as bge(truncate:256+int8)',
      fix: 'join variants with +, as truncate:256+int8',
    });
  return variant === undefined ? undefined : parseVariant(variant);
};

/** The name of approximate search by a graph, as in `bge(hnsw)`. */
const HNSW = 'hnsw';

/** A stage without what its brackets say of approximate search, and that. */
export const withoutHnsw = (stage: StageText): { readonly model: StageText; readonly hnsw?: HnswOptions } => {
  if (!stage.values.includes(HNSW)) return { model: stage };
  const isOfGraph = ([name]: readonly [string, string]): boolean => Object.hasOwn(HNSW_SETTINGS, name);
  const named = Object.entries(stage.named);
  return {
    model: {
      ...stage,
      values: stage.values.filter((value) => value !== HNSW),
      named: Object.fromEntries(named.filter((each) => !isOfGraph(each))),
    },
    hnsw: readSettings(HNSW, HNSW_SETTINGS, Object.fromEntries(named.filter(isOfGraph))),
  };
};

/** Refuses what a system that turned out to search by itself would ignore. */
export const mustSuitSearch = (stage: StageText): void => {
  read(stage, usedSettings(stage.name, { kind: 'search' }));
  if (stage.values.length > 0)
    throw new InputError({
      found: shownAddress(stage.text),
      expected: 'no variant: it is a search system and has no vectors',
      fix: 'leave out the variant',
    });
};
