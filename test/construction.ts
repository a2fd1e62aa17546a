import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Step } from '../src/construction/index.js';
import { openRespondents, openWorkFolder, runStep } from '../src/construction/index.js';
import type { JsonObject } from '../src/core/index.js';
import { openPrompts } from '../src/prompts/index.js';
import { rows } from './generating.js';
import { type ScriptedChat, scriptedChat } from './scripted-chat.js';
import { type TestTools, testTools } from './tools.js';
import { type Files, writtenFolder } from './written-folder.js';

type Answer = Parameters<typeof scriptedChat>[0];

/** A work folder with the files that a step reads, and models that answer from scripts, by name. */
export interface Workshop {
  readonly folder: string;
  readonly tools: TestTools;
  /** Every model by its name, with what it was asked. */
  chat(name: string): ScriptedChat;
  run(
    step: Step,
    settings?: JsonObject,
    options?: { overwrite?: boolean; prompts?: string },
  ): ReturnType<typeof runStep>;
  /** Rows of `<name>.jsonl`. */
  rows(name: string): readonly Record<string, unknown>[];
}

export const workshop = (files: Files, answers: Readonly<Record<string, Answer>> = {}): Workshop => {
  const folder = writtenFolder(files, 'work');
  const tools = testTools();
  const chats = new Map(
    Object.entries(answers).map(([name, answer]) => [
      name,
      scriptedChat(answer, { name, spec: { model: name } }),
    ]),
  );
  return {
    folder,
    tools,
    chat: (name) => chats.get(name)!,
    run: (step, settings = {}, { prompts, ...options } = {}) =>
      runStep(
        step,
        settings,
        {
          work: openWorkFolder(folder),
          prompts: openPrompts(prompts === undefined ? {} : { folder: prompts }),
          tools,
          respondents: openRespondents({ openChat: async (name) => chats.get(name)! }),
        },
        options,
      ),
    rows: (name) => rows(readFileSync(join(folder, `${name}.jsonl`), 'utf8')),
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
