import { InputError, lookup } from '../core/index.js';
import type { RerankerSettings } from '../models/index.js';
import { printStage, type StageText } from '../pipeline/index.js';

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
};

/** What may be said of a module or a command that reranks. */
const CUSTOM_SETTINGS = {
  timeout: (stage: StageText, text: string) => countOf(stage, text),
} satisfies typeof SCORER_SETTINGS;

export const scorerSettings = (stage: StageText): RerankerSettings => {
  const settings = /^(module|command):/.test(stage.name) ? CUSTOM_SETTINGS : SCORER_SETTINGS;
  return Object.fromEntries(
    Object.entries(stage.named).map(([name, text]) => [
      name,
      lookup<(typeof SCORER_SETTINGS)[keyof RerankerSettings]>('setting of a reranker', settings, name)!(
        stage,
        text,
      ),
    ]),
  );
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
