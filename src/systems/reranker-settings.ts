import { InputError, lookup } from '../core/index.js';
import { printStage, type StageText } from '../pipeline/index.js';
import { type RerankerSettings, usedRerankerSettings } from '../scorers/index.js';
import { mustUse } from './vector-settings.js';

/** R2MED's own default. */
const DEPTH = 10;

/** What may be said of each way of asking; another setting would be ignored without a word. */
const LLM_SETTINGS: Readonly<Record<string, readonly string[]>> = {
  pointwise: ['samples', 'words', 'weight'],
  listwise: ['window', 'step', 'passes', 'words'],
  groupwise: ['group', 'passes'],
  setwise: ['set', 'top', 'words'],
  gpt: [],
  insertrank: ['window', 'step', 'passes', 'words'],
};

export const llmSettings = (stage: StageText): Readonly<Record<string, number>> => {
  const known = LLM_SETTINGS[stage.name]!;
  return Object.fromEntries(
    Object.entries(stage.named).map(([name, text]) => {
      lookup(`setting of ${stage.name}`, Object.fromEntries(known.map((each) => [each, each])), name);
      return [name, name === 'weight' ? numberOf(stage, text) : countOf(stage, text)];
    }),
  );
};

/** How many hits a stage puts in order. */
export const depthOf = (stage: StageText, values: readonly string[]): number => {
  const [depth, ...more] = values;
  if (more.length > 0)
    throw new InputError({ found: printStage(stage), expected: 'one depth at most, as bge-reranker(100)' });
  return depth === undefined ? DEPTH : countOf(stage, depth);
};

const SCORER_SETTINGS: {
  readonly [Name in keyof RerankerSettings]?: (stage: StageText, text: string) => RerankerSettings[Name];
} = {
  dialect: (_stage, text) => text as NonNullable<RerankerSettings['dialect']>,
  maxTokens: (stage, text) => countOf(stage, text),
  truncation: (_stage, text) =>
    oneOf('truncation', ['longest-first', 'only-second'], text) as NonNullable<
      RerankerSettings['truncation']
    >,
  logit: (stage, text) => numberOf(stage, text),
  activation: (_stage, text) => oneOf('activation', ['none', 'sigmoid'], text),
  precision: (_stage, text) => oneOf('precision', ['fp32', 'fp16', 'int8'], text),
  sameAs: (_stage, text) => text,
  timeout: (stage, text) => countOf(stage, text),
};

export const scorerSettings = (stage: StageText): RerankerSettings => {
  const said = Object.fromEntries(
    Object.entries(stage.named).map(([name, text]) => [
      name,
      lookup('setting of a reranker', SCORER_SETTINGS, name)!(stage, text),
    ]),
  );
  mustUse(stage, usedRerankerSettings(stage.name));
  return said;
};

const oneOf = <const T extends string>(setting: string, choices: readonly T[], text: string): T =>
  lookup(setting, Object.fromEntries(choices.map((choice) => [choice, choice])) as Record<string, T>, text);

export const countOf = (stage: StageText, text: string): number => {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new InputError({ found: `"${text}" in ${printStage(stage)}`, expected: 'a whole number from 1' });
};

const numberOf = (stage: StageText, text: string): number => {
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value)) return value;
  throw new InputError({ found: `"${text}" in ${printStage(stage)}`, expected: 'a number' });
};
