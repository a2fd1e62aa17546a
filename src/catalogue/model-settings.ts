import { InputError, lookup } from '../core/index.js';
import { type ModelSettings, withoutSecret } from '../models/index.js';
import { printStage, type StageText } from '../pipeline/index.js';

/** What may be said of a model in brackets. */
const SETTINGS: { readonly [Name in keyof ModelSettings]?: (text: string) => ModelSettings[Name] } = {
  kind: (text) => oneOf('kind', ['dense', 'sparse', 'late', 'search'], text),
  pooling: (text) => oneOf('pooling', ['cls', 'mean', 'last', 'last-masked', 'weighted-mean', 'none'], text),
  normalise: (text) => oneOf('normalise', ['true', 'false'], text) === 'true',
  similarity: (text) => oneOf('similarity', ['cosine', 'dot'], text),
  precision: (text) => oneOf('precision', ['fp32', 'fp16', 'int8'], text),
  maxTokens: (text) => count('maxTokens', text),
  batch: (text) => count('batch', text),
  timeout: (text) => count('timeout', text),
};

/** What a search system may be told. */
const OF_SEARCH: readonly string[] = ['kind', 'batch', 'timeout'];
/** What only a call of someone else's code or server can be told. */
const OF_CALLS: readonly string[] = ['batch', 'timeout'];

/** What a stage's brackets say of a model. */
export const settingsOf = (stage: StageText): ModelSettings => {
  if (stage.name.startsWith('served-search:')) mustSuitSearch(stage);
  if (!/^(module|command|served-search):/.test(stage.name))
    refuse(stage, (name) => OF_CALLS.includes(name), `none: it is not a custom model`);
  return Object.fromEntries(
    Object.entries(stage.named).map(([name, text]) => [
      name,
      lookup('setting of a model', SETTINGS, name)!(text),
    ]),
  );
};

/** Refuses what a search system would ignore without a word. */
export const mustSuitSearch = (stage: StageText): void => {
  const expected = `only ${OF_SEARCH.join(', ')}: it is a search system`;
  if (stage.values.length > 0) throw new InputError({ found: withoutSecret(printStage(stage)), expected });
  refuse(stage, (name) => Object.hasOwn(SETTINGS, name) && !OF_SEARCH.includes(name), expected);
};

const refuse = (stage: StageText, unfit: (name: string) => boolean, expected: string): void => {
  const found = Object.keys(stage.named).find(unfit);
  if (found) throw new InputError({ found: `${found} in ${withoutSecret(printStage(stage))}`, expected });
};

const oneOf = <const T extends string>(setting: string, choices: readonly T[], text: string): T =>
  lookup(setting, Object.fromEntries(choices.map((choice) => [choice, choice])) as Record<string, T>, text);

const count = (setting: string, text: string): number => {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new InputError({ found: `${setting}=${text}`, expected: 'a whole number from 1' });
};
