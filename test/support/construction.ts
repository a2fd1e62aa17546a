import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildContext, BuildStep, StepPlan } from '../../src/benchmarks/construction/index.js';
import {
  openRespondents,
  openWorkFolder,
  planStep,
  runStep,
} from '../../src/benchmarks/construction/index.js';
import type { JsonObject } from '../../src/core/index.js';
import { openPrompts } from '../../src/models/prompts/index.js';
import { rows } from './generating.js';
import { type Asked, type Scripted, type ScriptedChat, scriptedChat } from './scripted-chat.js';
import { type TestTools, testTools } from './tools.js';
import { type Files, jsonl, writtenFolder } from './written-folder.js';

type Answer = Parameters<typeof scriptedChat>[0];

/** A work folder with the files that a step reads, and models that answer from scripts, by name. */
export interface Workshop {
  readonly folder: string;
  readonly tools: TestTools;
  /** Every model by its name, with what it was asked. */
  chat(name: string): ScriptedChat;
  run(step: BuildStep, settings?: JsonObject, options?: RunOptions): ReturnType<typeof runStep>;
  plan(step: BuildStep, settings?: JsonObject): Promise<StepPlan>;
  /** Rows of `<name>.jsonl`. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into rows of every kind.
  rows(name: string): any[];
}

interface RunOptions {
  readonly overwrite?: boolean;
  readonly retryFailed?: boolean;
  readonly prompts?: string;
}

/** What a caller of steps knows of models besides respondents. */
type Models = Pick<BuildContext, 'retriever' | 'hubFile'>;

export const workshop = (files: Files, answers: Readonly<Record<string, Answer>> = {}): Workshop =>
  workshopOf(writtenFolder(files, 'work'), (name) => answers[name]!);

/** The same, with rows by the names of their files, and one script for models of any name. */
export const stepBench = (
  files: Readonly<Record<string, readonly unknown[]>>,
  {
    answer = () => 'nothing',
    ...models
  }: Models & { answer?(name: string, asked: Asked): Scripted | Promise<Scripted> } = {},
): Workshop =>
  workshopOf(
    writtenFolder(
      Object.fromEntries(Object.entries(files).map(([name, own]) => [`${name}.jsonl`, jsonl(...own)])),
    ),
    (name) => (asked) => answer(name, asked),
    models,
  );

const workshopOf = (folder: string, answerOf: (name: string) => Answer, models: Models = {}): Workshop => {
  const tools = testTools();
  const chats = new Map<string, ScriptedChat>();
  const chat = (name: string): ScriptedChat => {
    const known = chats.get(name) ?? scriptedChat(answerOf(name), { name, spec: { model: name } });
    chats.set(name, known);
    return known;
  };
  const contextOf = ({ prompts, retryFailed = false }: RunOptions = {}): BuildContext => ({
    work: openWorkFolder(folder),
    prompts: openPrompts(prompts === undefined ? {} : { folder: prompts }),
    tools,
    respondents: openRespondents({ openChat: async (name) => chat(name), retryFailed }),
    ...models,
  });
  return {
    folder,
    tools,
    chat,
    run: (step, settings = {}, { overwrite = false, ...options } = {}) =>
      runStep(step, settings, contextOf(options), { overwrite }),
    plan: (step, settings = {}) => planStep(step, settings, contextOf()),
    rows: (name) => [...rows(readFileSync(join(folder, `${name}.jsonl`), 'utf8'))],
  };
};

/** An exam item as `collect` writes it, changed where a test says so. */
export const examItem = (change: JsonObject = {}): JsonObject => ({
  id: 'q1',
  family: 'exam',
  origin: { source: 'Own exam', licence: 'CC0-1.0', id: 'q1' },
  text: 'A 54-year-old man wakes at night with a hot, swollen toe. He has no fever. Which of the following is the most likely diagnosis?',
  options: [
    { label: 'A', text: 'Gout' },
    { label: 'B', text: 'Septic arthritis' },
    { label: 'C', text: 'Fracture' },
  ],
  answer: 'Gout',
  trail: [],
  ...change,
});
