import type { SystemToExplain } from '../analysis/explanation/index.js';
import { defined, InputError, type Task, type Tools } from '../core/index.js';
import { recordedText } from '../experiment/record/index.js';
import {
  checkSystem,
  generationsOf,
  type LlmOptions,
  openSystemContext,
  recordedSystem,
  type SystemOptions,
  system,
} from '../experiment/systems/index.js';
import { parseStages } from '../search/pipeline/index.js';
import { chosenTasks, openChosen, type TaskChoice } from '../tasks/index.js';

/** What verbs are told that look at one task with some systems. */
export interface ExplainedFlags
  extends TaskChoice,
    SystemOptions,
    Omit<LlmOptions, keyof SystemOptions | 'llm'> {
  readonly system?: readonly string[];
  readonly generations?: string;
  readonly asPublished?: boolean;
  readonly topK?: number;
  readonly results?: string;
}

export const theTask = async (flags: ExplainedFlags, tools: Tools): Promise<Task> => {
  const chosen = flags.task || flags.data ? chosenTasks(flags) : [];
  const [only] = chosen;
  if (!only || chosen.length > 1)
    throw new InputError({
      found: chosen.length > 1 ? `${chosen.length} tasks` : 'no task',
      expected: 'one task',
      fix: 'add --suite sample --task Biology, or --data FOLDER',
    });
  const known = systemsOf(flags).filter(isSystem);
  return openChosen(only, tools, {
    offline: flags.offline ?? false,
    generations:
      (flags.generations ?? 'published') === 'published' ? generationsOf(known.map(parseStages)) : [],
  });
};

export const systemsOf = ({ system: texts = [] }: ExplainedFlags): readonly string[] => {
  if (texts.length > 0) return texts;
  throw new InputError({ found: 'no system', fix: 'add --system bm25, or --system "hyde(gpt4) > bm25"' });
};

/** Systems that are built when they are asked for, and what they share. */
export interface OpenedSystems {
  readonly systems: readonly SystemToExplain[];
  close(): Promise<void>;
}

/** The systems that the flags name. One with a record is built as the record says; the name of its folder is enough. */
export const openSystems = async (
  flags: ExplainedFlags,
  task: Task,
  tools: Tools,
): Promise<OpenedSystems> => {
  const { context: shared, close } = await openSystemContext(flags, tools);
  const { topK, asPublished = false, generations, results } = flags;
  const context = { ...shared, task, asPublished, ...defined({ topK, generations, out: results }) };
  return {
    systems: systemsOf(flags).map((text) => ({
      name: text,
      build: (record) =>
        record
          ? recordedSystem(
              recordedText(isSystem(text) ? { ...record, name: text } : record),
              record.spec,
              context,
            )
          : system(text, context),
    })),
    close,
  };
};

const isSystem = (text: string): boolean => {
  try {
    checkSystem(text);
    return true;
  } catch {
    return false;
  }
};
