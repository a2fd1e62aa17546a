import type { Command } from 'commander';
import { InputError, type Tools, WorkError } from '../../core/index.js';
import { parseTableMeasure } from '../../evaluation/measures/index.js';
import {
  type AnsweredTask,
  type AnswerSource,
  type AnswerTaskOptions,
  answerMethodOf,
  answerTask,
  type ShownDocuments,
  shownDocuments,
  sourceName,
} from '../../experiment/running/index.js';
import { llmSampling } from '../../experiment/systems/index.js';
import { openPrompts } from '../../models/prompts/index.js';
import { noSpending } from '../../platform/api-client/index.js';
import { mustBeWritable } from '../../platform/node/index.js';
import { planGeneration } from '../../search/generation/index.js';
import { answeringJson, answeringText } from '../answering-table.js';
import { type FlagValues, LLM, pick, required, SPENDING, TASKS, text, verb, worded } from '../flags/index.js';
import { planText, type TaskPlan } from '../generation-table.js';
import { chosenLlm, openChatFor } from '../opened-llm.js';
import { printJson, printLine, screenWidth } from '../output.js';
import { retryLine } from '../retry-line.js';
import { stoppable } from '../stopping.js';
import { tasksWithAnswers } from '../tasks-with-answers.js';

const FLAGS = {
  ...pick(
    TASKS,
    'system llm judge prompts results measure includeIncomplete perQuery out overwrite maxQueries',
    'retryFailed dryRun tokensPerSecond offline json quiet',
    'shown closedBook relevantDocuments checkCitations',
    LLM,
    SPENDING,
  ),
  system: required(
    worded('system', 'system in --results whose hits are shown; repeatable, and compared with the first'),
  ),
  llm: worded('llm', 'LLM that answers: a name of `r2med models --kind llm`, served:URL#model or gguf:FILE'),
  judge: required(
    worded('judge', 'LLM judge: a name of `r2med models --kind llm`, served:URL#model or gguf:FILE'),
  ),
  out: text('<folder>', 'folder to write answers and verdicts to', 'answers'),
};

type AnswerFlags = FlagValues<typeof FLAGS>;

export const command = (): Command => verb(FLAGS).action(answerAll);

const answerAll = async (flags: AnswerFlags): Promise<void> => {
  const measure = parseTableMeasure(flags.measure).name;
  chosenLlm(flags);
  await stoppable(flags, (tools) => answerFor({ ...flags, measure }, tools));
};

const sourcesOf = ({ system, closedBook, relevantDocuments }: AnswerFlags): readonly AnswerSource[] => {
  const names = new Set(system);
  if (names.size < system.length)
    throw new InputError({ found: 'the same --system twice', fix: 'name each system once' });
  return [
    ...[...names].map((name) => ({ from: 'system' as const, system: name })),
    ...(closedBook ? [{ from: 'closed book' as const }] : []),
    ...(relevantDocuments ? [{ from: 'relevant documents' as const }] : []),
  ];
};

const answerFor = async (flags: AnswerFlags, tools: Tools): Promise<void> => {
  const prompts = openPrompts({ ...(flags.prompts && { folder: flags.prompts }) });
  const tasks = await tasksWithAnswers(flags, tools);
  const sources = sourcesOf(flags);
  // What is missing is said before anything is paid for.
  const shown: { readonly task: (typeof tasks)[number]; readonly sets: readonly ShownDocuments[] }[] = [];
  for (const task of tasks) {
    const sets: ShownDocuments[] = [];
    for (const source of sources)
      sets.push(await shownDocuments(task, source, { ...flags, documents: flags.shown }));
    shown.push({ task, sets });
  }
  if (!flags.dryRun) await mustBeWritable(flags.out);
  const purpose = flags.dryRun ? 'plan' : 'work';
  const spending = noSpending();
  const chat = await openChatFor(purpose, flags, tools, spending);
  try {
    const { llmEndpoint: _, llmModel: __, ...others } = flags;
    const judge = await openChatFor(purpose, { ...others, llm: flags.judge }, tools, spending);
    try {
      const options: AnswerTaskOptions = {
        chat,
        judge,
        prompts,
        sampling: llmSampling(flags),
        stop: tools.signal,
        out: flags.out,
        overwrite: flags.overwrite ?? false,
        checkCitations: flags.checkCitations ?? false,
        ...(flags.maxQueries !== undefined && { limit: flags.maxQueries }),
      };
      if (flags.dryRun) return await plan(shown, flags, tools, options);
      if (judge.model.name === chat.model.name)
        tools.note(`${judge.model.name} judges its own answers: a model is kind to its own words.`);
      const rows: AnsweredTask[] = [];
      for (const { task, sets } of shown)
        for (const each of sets) {
          rows.push(await answerTask(task, each, tools, options));
          tools.note(`${task.name}, ${sourceName(each.source)}: ${rows.at(-1)!.file}`);
        }
      tools.note(
        `\nCalls made now: ${chat.model.usage().calls} of the answering LLM, ${judge.model.usage().calls} of the judge; earlier calls are cached.`,
      );
      await report(flags, rows);
    } finally {
      await judge.model.close();
    }
  } finally {
    await chat.model.close();
  }
};

/** What answering would take. The judge reads answers that are not there yet: only the number of its calls is known. */
const plan = async (
  shown: readonly {
    readonly task: Parameters<typeof answerMethodOf>[0];
    readonly sets: readonly ShownDocuments[];
  }[],
  flags: AnswerFlags,
  tools: Tools,
  options: AnswerTaskOptions,
): Promise<void> => {
  const plans: TaskPlan[] = [];
  for (const { task, sets } of shown)
    for (const each of sets) {
      const method = await answerMethodOf(task, each, options).open(task.corpus, tools);
      const queries = task.queries.slice(0, flags.maxQueries);
      const planned = await planGeneration(method, queries, {
        ...options,
        ...(flags.tokensPerSecond && { assumptions: { tokensPerSecond: flags.tokensPerSecond } }),
      });
      plans.push({ task: `${task.name}, ${sourceName(each.source)}`, plan: planned });
    }
  const answers = plans.reduce((sum, { plan: { queries } }) => sum + queries, 0);
  const judge = { calls: answers, citations: flags.checkCitations ?? false };
  if (flags.json) return printJson({ plans, judge });
  await printLine(
    `${planText(plans, screenWidth())}\nThe judge reads each answer besides: ${answers} calls${flags.checkCitations ? ', and one for each citation' : ''}. Their price shows when the answers are there.`,
  );
};

const report = async (flags: AnswerFlags, rows: readonly AnsweredTask[]): Promise<void> => {
  const { measure, includeIncomplete = false } = flags;
  if (flags.json) await printJson(answeringJson(rows, measure, includeIncomplete));
  else
    await printLine(
      answeringText(rows, {
        measure,
        includeIncomplete,
        perQuery: flags.perQuery ?? false,
        width: screenWidth(),
      }),
    );
  const failed = rows.reduce(
    (sum, { counts, citations }) => sum + counts.failed + citations.filter((each) => each.failed).length,
    0,
  );
  if (failed > 0)
    throw new WorkError(
      `${failed} ${failed > 1 ? 'answers were' : 'answer was'} not written, judged or checked: calls failed`,
      retryLine(process.argv.slice(2)),
    );
};
