import type { Command } from 'commander';
import { InputError, lookup, printableLine, type Task, type Tools, WorkError } from '../../core/index.js';
import { incompleteText } from '../../experiment/record/index.js';
import { type GeneratedTask, generateTask } from '../../experiment/running/index.js';
import { llmSampling, openAgentCorpus, system, withSystemContext } from '../../experiment/systems/index.js';
import { type CachedChat, type ChatModel, promptText } from '../../models/llms/index.js';
import { openPrompts } from '../../models/prompts/index.js';
import { mustBeWritable, sayLine } from '../../platform/node/index.js';
import {
  type GenerationMethod,
  type GenerationMethodContext,
  type GenerationMethodSettings,
  generationMethod,
  generationMethods,
  METHODS,
  planGeneration,
} from '../../search/generation/index.js';
import { chosenTasks, mustDiffer, openChosen, tellNotes } from '../../tasks/index.js';
import { type FlagValues, LLM, pick, SPENDING, TASKS, text, usually, verb, worded } from '../flags/index.js';
import { askedNow, failureLines, generationTable, planText, type TaskPlan } from '../generation-table.js';
import { chosenLlm, openChatFor } from '../opened-llm.js';
import { printJson, printLine, screenWidth } from '../output.js';
import { textsLacking } from '../retry-line.js';
import { methodSettings, mustConcern, type WriterFlags, writerFlags } from '../run-flags.js';
import { truncatedTextLines } from '../score-notes.js';
import { stoppable } from '../stopping.js';

const FLAGS = {
  ...pick(
    TASKS,
    'method samples maxQueries showPrompt query dryRun tokensPerSecond retryFailed out overwrite offline',
    'threads memory json quiet llm prompts',
    LLM,
    SPENDING,
  ),
  samples: usually('samples', 1),
  out: text('<folder>', 'folder to write generated texts to', 'generations'),
  llm: worded(
    'llm',
    'LLM that generates the texts: a name of `r2med models --kind llm`, served:URL#model or gguf:FILE',
  ),
};

type GenerateFlags = FlagValues<typeof FLAGS> & WriterFlags;

export const command = (): Command => verb({ ...FLAGS, ...writerFlags() }).action(generateAll);

/** Everything a task's part of the work needs. */
interface Work {
  readonly flags: GenerateFlags;
  readonly method: string;
  readonly tasks: readonly Task[];
  readonly tools: Tools;
  /** Whose words the prompts are, where they are not ours. */
  readonly wording: string | undefined;
  writerFor(task: Task, model?: GenerationMethodContext['model']): Promise<GenerationMethod>;
}

const generateAll = async (flags: GenerateFlags): Promise<void> => {
  const method = chosenMethod(flags);
  mustConcern(method, flags);
  if (flags.query && !flags.showPrompt)
    throw new InputError({
      found: '--query without --show-prompt',
      fix: 'add --show-prompt; to generate for a few queries, use --max-queries',
    });
  const settings = { ...methodSettings(flags), ...(await openAgentCorpus(flags.agentCorpus)) };
  if (!flags.showPrompt) chosenLlm(flags);
  await stoppable(flags, (tools) => generateFor(method, settings, flags, tools));
};

const generateFor = async (
  method: string,
  settings: GenerationMethodSettings,
  flags: GenerateFlags,
  tools: Tools,
): Promise<void> => {
  const prompts = openPrompts({ ...(flags.prompts && { folder: flags.prompts }) });
  const tasks: Task[] = [];
  for (const chosen of chosenTasks(flags))
    tasks.push(await openChosen(chosen, tools, { offline: flags.offline ?? false, generations: [] }));
  mustDiffer(tasks);
  // The flags of the language model are not those of what an agent searches with.
  const searching = flags.offline ? { offline: true } : {};
  await withSystemContext(searching, tools, async (context) => {
    const work: Work = {
      flags,
      method,
      tasks,
      tools,
      wording: prompts.origin,
      writerFor: (task, model) =>
        generationMethod(method, {
          task,
          prompts,
          settings,
          ...(model && { model }),
          retriever: (text, topK) => system(text, { ...context, task, topK }),
        }),
    };
    if (flags.showPrompt) return showPrompts(work);
    const chat = await openChatFor(flags.dryRun ? 'plan' : 'work', flags, tools);
    try {
      await (flags.dryRun ? plan(work, chat) : write(work, chat));
    } finally {
      await chat.model.close();
    }
  });
};

const chosenMethod = ({ method: name }: GenerateFlags): string => {
  if (!name)
    throw new InputError({
      found: 'no generation method',
      expected: `one of ${METHODS.join(', ')}`,
      fix: 'add --method hyde',
    });
  lookup('generation method', generationMethods, name);
  return name;
};

const closing = async <T>(generationMethod: GenerationMethod, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } finally {
    await generationMethod.close?.();
  }
};

const showPrompts = async ({ flags, tasks, tools, writerFor }: Work): Promise<void> => {
  const shown: { task: string; query: string; messages: unknown; text: string }[] = [];
  for (const task of tasks) {
    const query = flags.query ? task.queries.find(({ id }) => id === flags.query) : task.queries[0];
    if (!query) continue;
    const method = await writerFor(task);
    await closing(method, async () => {
      const open = await method.open(task.corpus, tools);
      await open.prepare?.([query]);
      const messages = open.expected(query).known[0]?.messages ?? [];
      shown.push({ task: task.name, query: query.id, messages, text: promptText(messages) });
    });
  }
  if (shown.length === 0)
    throw new InputError({
      found: `no query "${flags.query}" in ${tasks.map(({ name }) => name).join(', ')}`,
      expected: `an id such as "${tasks[0]?.queries[0]?.id}"`,
      fix: 'write an id of its query file, or leave out --query',
    });
  if (flags.json) return printJson(shown.map(({ text: _, ...prompt }) => prompt));
  await printLine(
    shown
      .map(({ task, query, text }) => `### ${printableLine(`${task}, query ${query}`)}\n\n${text}`)
      .join('\n'),
  );
};

const plan = async ({ flags, tasks, tools, writerFor }: Work, chat: CachedChat): Promise<void> => {
  const plans: TaskPlan[] = [];
  for (const task of tasks) {
    const queries = task.queries.slice(0, flags.maxQueries);
    const method = await writerFor(task, chat.model);
    await closing(method, async () => {
      const open = await method.open(task.corpus, tools);
      await open.prepare?.(queries);
      const planned = await planGeneration(open, queries, {
        chat,
        samples: flags.samples,
        sampling: llmSampling(flags),
        ...(flags.tokensPerSecond && { assumptions: { tokensPerSecond: flags.tokensPerSecond } }),
      });
      plans.push({ task: task.name, plan: planned });
    });
  }
  if (flags.json) return printJson(plans);
  await printLine(planText(plans, screenWidth()));
};

const write = async (work: Work, chat: CachedChat): Promise<void> => {
  const { flags, tools } = work;
  await mustBeWritable(flags.out);
  const done: GeneratedTask[] = [];
  for (const task of work.tasks) {
    await tellNotes(task, tools);
    const method = await work.writerFor(task, chat.model);
    const generated = await closing(method, () =>
      generateTask(method, task, tools, {
        chat,
        samples: flags.samples,
        sampling: llmSampling(flags),
        stop: tools.signal,
        out: flags.out,
        overwrite: flags.overwrite ?? false,
        ...(work.wording !== undefined && { prompts: work.wording }),
        ...(flags.maxQueries && { limit: flags.maxQueries }),
      }),
    );
    done.push(generated);
    if (generated.record.counts.written + generated.failures.length > 0)
      tools.note(`${task.name}: ${generated.folder}${generated.reused ? ' was complete already' : ''}`);
    if (generated.stopped !== undefined) break;
  }
  await report(flags, done, chat.model, tools);
};

/** The table, then what failed and how to try it again; failures and an early end are failures of the verb. */
const report = async (
  flags: GenerateFlags,
  done: readonly GeneratedTask[],
  model: ChatModel,
  tools: Tools,
): Promise<void> => {
  const records = done.map(({ record }) => record);
  if (flags.json)
    await printJson(done.map(({ record, folder, failures }) => ({ folder, ...record, failures })));
  else await printLine(generationTable(records, screenWidth()));
  tools.note(`\n${askedNow(model.usage())}`);
  for (const record of records)
    for (const line of truncatedTextLines(record, process.argv.slice(2))) tools.note(line);
  const stopped = done.find((each) => each.stopped !== undefined);
  const failures = done.flatMap(({ record, failures }) => failureLines(record.task.name, failures));
  for (const line of failures) sayLine(line);
  if (stopped) throw stopped.stopped;
  const lacking = done.reduce((sum, each) => sum + each.failures.length, 0);
  if (lacking > 0) throw textsLacking(lacking, process.argv.slice(2));
  for (const { record, incomplete } of done)
    if (incomplete)
      throw new WorkError(
        `${record.task.name}: the texts are incomplete, since some work failed: ${incompleteText(incomplete)}`,
        'fix the cause, then run the same command again: finished calls are cached',
      );
};
