import type { SystemToExplain } from '../analysis/explanation/index.js';
import { counted, defined, InputError, type Task, type Tools } from '../core/index.js';
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

/** The task that the flags name; of several, the one that has the query. */
export const theTask = async (
  flags: ExplainedFlags & { readonly query?: string },
  tools: Tools,
): Promise<Task> => {
  const chosen = flags.task || flags.data || (flags.suite && flags.query) ? chosenTasks(flags) : [];
  const known = systemsOf(flags).filter(isSystem);
  const options = {
    offline: flags.offline ?? false,
    generations:
      (flags.generations ?? 'published') === 'published' ? generationsOf(known.map(parseStages)) : [],
  };
  const [only] = chosen;
  if (only && chosen.length === 1) return openChosen(only, tools, options);
  for (const each of flags.query === undefined ? [] : chosen) {
    // A task that is not here is not fetched just to look for a query.
    const task = await openChosen(each, tools, { ...options, offline: true }).catch(() => undefined);
    if (task?.queries.some(({ id }) => id === flags.query)) return task;
  }
  throw new InputError({
    found:
      flags.query === undefined || chosen.length === 0
        ? counted(chosen.length, 'task').replace(/^0 tasks/, 'no task')
        : `no query "${flags.query}" in ${counted(chosen.length, 'task')} on this machine`,
    expected: 'one task',
    fix: 'add --suite sample --task Biology, or --data FOLDER',
  });
};

/** The systems that are named; BM25, which needs no model, where none is. */
export const systemsOf = ({ system = ['bm25'] }: ExplainedFlags): readonly string[] => system;

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
