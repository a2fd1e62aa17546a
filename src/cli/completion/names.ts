import { readdirSync } from 'node:fs';
import type { Command } from 'commander';
import { slicers } from '../../analysis/comparison/index.js';
import { defaultMeasures } from '../../evaluation/measures/index.js';
import { modelEntries } from '../../models/embedders/index.js';
import { llms } from '../../models/llms/index.js';
import { rerankerEntries } from '../../models/scorers/index.js';
import { METHODS } from '../../search/generation/index.js';
import { llmRerankers } from '../../search/reranking/index.js';
import { analyzers, retrievers } from '../../search/retrieval/index.js';
import { taskRegistry } from '../../tasks/index.js';

type Words = readonly string[];

const models = (): Words => Object.keys(modelEntries());
const searching = (): Words => [...Object.keys(retrievers), ...models()];
const suites = (): Words => Object.keys(taskRegistry());
const measures = (): Words => defaultMeasures().map(({ name }) => name);

/** The value that a flag has among the words. */
const given = (words: Words, flag: string): string | undefined =>
  words.findLast((_, i) => words[i - 1] === flag) ??
  words.findLast((word) => word.startsWith(`${flag}=`))?.slice(flag.length + 1);

const tasks = (words: Words): Words => [
  ...(taskRegistry()[given(words, '--suite')?.toLowerCase() ?? 'r2med']?.tasks.map(({ name }) => name) ?? []),
  'All',
];

/** Systems that have records. */
const recorded = (words: Words): Words => {
  try {
    return readdirSync(given(words, '--results') ?? 'results', { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map(({ name }) => name);
  } catch {
    return [];
  }
};

/** The names that flags take, by the name of their value. */
const VALUES = new Map<string, (words: Words) => Words>([
  ['suite', suites],
  ['task', tasks],
  ['retriever', searching],
  ['dense', searching],
  ['system', (words) => [...new Set([...searching(), ...recorded(words)])]],
  ['reranker', () => [...Object.keys(rerankerEntries()), ...Object.keys(llmRerankers)]],
  ['llm', () => Object.keys(llms())],
  ['judge', () => Object.keys(llms())],
  ['gar', () => METHODS],
  ['method', () => METHODS],
  ['model', () => [...models(), ...Object.keys(rerankerEntries())]],
  ['measure', measures],
  ['measures', measures],
  ['failIfWorse', measures],
  ['slice', () => Object.keys(slicers)],
  ['analyzer', () => Object.keys(analyzers)],
  ['baseline', recorded],
]);

export const valueNames = (flag: string, words: Words): Words => VALUES.get(flag)?.(words) ?? [];

/** The names that a verb takes without a flag. */
const ARGUMENTS = new Map<string, (words: Words) => Words>([
  ['compare', recorded],
  ['audit', (words) => [...suites(), ...tasks(words)]],
  ['models', () => [...models(), ...Object.keys(rerankerEntries()), ...Object.keys(llms())]],
  ['show', () => models()],
]);

export const argumentNames = (command: Command, words: Words): Words =>
  ARGUMENTS.get(command.name())?.(words) ?? [];
