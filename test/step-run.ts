import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openRespondents } from '../src/construction/respondents.js';
import { type BuildContext, planStep, runStep, type StepRun } from '../src/construction/run-step.js';
import type { Step, StepPlan } from '../src/construction/step.js';
import { openWorkFolder } from '../src/construction/work-folder.js';
import type { Json } from '../src/core/index.js';
import { openPrompts } from '../src/prompts/index.js';
import { type Asked, type Scripted, type ScriptedChat, scriptedChat } from './scripted-chat.js';
import { type TestTools, testTools } from './tools.js';
import { jsonl, writtenFolder } from './written-folder.js';

/** A work folder with files, in which steps are run with scripted models. */
export interface StepBench {
  readonly folder: string;
  readonly tools: TestTools;
  /** The models that were asked so far, by name. */
  readonly chats: ReadonlyMap<string, ScriptedChat>;
  run(step: Step, settings?: Json, options?: StepRunFlags): Promise<StepRun>;
  plan(step: Step, settings?: Json): Promise<StepPlan>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into rows of every kind.
  rows(name: string): any[];
}

interface StepRunFlags {
  readonly overwrite?: boolean;
  readonly retryFailed?: boolean;
}

export interface StepBenchOptions {
  /** What the model of a name says. */
  answer?(name: string, asked: Asked): Scripted | Promise<Scripted>;
  readonly retriever?: NonNullable<BuildContext['retriever']>;
  readonly hubFile?: NonNullable<BuildContext['hubFile']>;
}

/** Rows of JSON lines by the names of their files. */
export const stepBench = (
  files: Readonly<Record<string, readonly unknown[]>>,
  { answer = () => 'nothing', ...models }: StepBenchOptions = {},
): StepBench => {
  const folder = writtenFolder(
    Object.fromEntries(Object.entries(files).map(([name, rows]) => [`${name}.jsonl`, jsonl(...rows)])),
  );
  const tools = testTools();
  const chats = new Map<string, ScriptedChat>();
  const openChat = async (name: string): Promise<ScriptedChat> => {
    const chat = chats.get(name) ?? scriptedChat((asked) => answer(name, asked), { name });
    chats.set(name, chat);
    return chat;
  };
  const context = (retryFailed = false): BuildContext => ({
    work: openWorkFolder(folder),
    prompts: openPrompts(),
    tools,
    respondents: openRespondents({ openChat, retryFailed }),
    ...models,
  });
  return {
    folder,
    tools,
    chats,
    run: (step, settings = {}, { retryFailed, ...options } = {}) =>
      runStep(step, settings, context(retryFailed), options),
    plan: (step, settings = {}) => planStep(step, settings, context()),
    rows: (name) =>
      readFileSync(join(folder, `${name}.jsonl`), 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line)),
  };
};
