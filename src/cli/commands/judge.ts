import type { Command } from 'commander';
import { InputError, type Task, type Tools, WorkError } from '../../core/index.js';
import { parseTableMeasure } from '../../evaluation/measures/index.js';
import {
  type JudgeTaskOptions,
  judgeTask,
  planJudgeTask,
  queryScores,
} from '../../experiment/running/index.js';
import { llmSampling } from '../../experiment/systems/index.js';
import { llmName } from '../../models/llms/index.js';
import { openPrompts } from '../../models/prompts/index.js';
import { mustBeWritable } from '../../platform/node/index.js';
import {
  type AnswerRow,
  accuracyTable,
  answerJson,
  answerList,
  hasScores,
  relationTable,
} from '../answer-table.js';
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
    'gar llm generations judge prompts results system measure includeIncomplete perQuery out overwrite',
    'retryFailed dryRun offline json quiet',
    LLM,
    SPENDING,
  ),
  gar: required(worded('gar', 'generation method of the texts: hyde, query2doc, lamer, …')),
  /** Who wrote the texts; the judge is `judge`. */
  llm: required(text('<name>', 'LLM that generated the texts')),
  generations: worded('generations', 'published, or a file or folder of query_with_hydoc.jsonl'),
  system: text('<name>', 'system in --results whose scores are related to the answers'),
  out: text('<folder>', 'folder to write verdicts to', 'generations'),
};

type JudgeFlags = FlagValues<typeof FLAGS>;

export const command = (): Command => verb(FLAGS).action(judgeAll);

const judgeAll = async (flags: JudgeFlags): Promise<void> => {
  const name = judgeName(flags);
  const measure = parseTableMeasure(flags.measure).name;
  await stoppable(flags, (tools) => judgeFor(name, measure, flags, tools));
};

const judgeFor = async (name: string, measure: string, flags: JudgeFlags, tools: Tools): Promise<void> => {
  const prompts = openPrompts({ ...(flags.prompts && { folder: flags.prompts }) });
  const published = flags.generations === 'published' ? [`${flags.gar}/${llmName(flags.llm)}`] : [];
  const tasks = await tasksWithAnswers(flags, tools, published);
  // What is missing is said before anything is paid for.
  const scores = flags.system
    ? await Promise.all(
        tasks.map((task) =>
          queryScores(task, {
            results: flags.results,
            system: flags.system!,
            measure,
            includeIncomplete: flags.includeIncomplete ?? false,
          }),
        ),
      )
    : [];
  if (!flags.dryRun) await mustBeWritable(flags.out);
  const chat = await openChatFor(flags.dryRun ? 'plan' : 'work', { ...flags, llm: name }, tools);
  try {
    const options: JudgeTaskOptions = {
      method: flags.gar,
      llm: flags.llm,
      generations: flags.generations,
      chat,
      prompts,
      sampling: llmSampling(flags),
      stop: tools.signal,
      out: flags.out,
      overwrite: flags.overwrite ?? false,
    };
    if (flags.dryRun) return await plan(tasks, tools, options, flags);
    const rows: AnswerRow[] = [];
    for (const [i, task] of tasks.entries()) {
      const judged = await judgeTask(task, tools, options);
      tools.note(`${task.name}: ${judged.file}`);
      rows.push({ ...judged, ...(scores[i] && { scores: scores[i] }) });
    }
    const { calls } = chat.model.usage();
    tools.note(`\nCalls made now: ${calls}; earlier calls are cached.`);
    await report(flags, rows, measure);
  } finally {
    await chat.model.close();
  }
};

const judgeName = ({ judge: name, llmEndpoint, llmModel }: JudgeFlags): string => {
  if (name) return name;
  if (llmEndpoint && llmModel) return chosenLlm({ llmEndpoint, llmModel });
  throw new InputError({
    found: 'no judge',
    fix: 'add --judge gpt4, or --llm-endpoint http://localhost:8000/v1 --llm-model my-model',
  });
};

const plan = async (tasks: readonly Task[], tools: Tools, options: JudgeTaskOptions, flags: JudgeFlags) => {
  const plans: TaskPlan[] = [];
  for (const task of tasks) plans.push({ task: task.name, plan: await planJudgeTask(task, tools, options) });
  await (flags.json ? printJson(plans) : printLine(planText(plans, screenWidth())));
};

const report = async (flags: JudgeFlags, rows: readonly AnswerRow[], measure: string): Promise<void> => {
  const { gar, llm, system } = flags;
  if (flags.json)
    await printJson({
      method: gar,
      llm,
      ...(system && { system, measure }),
      ...answerJson(rows, flags.includeIncomplete),
    });
  else await printLine(reportText(flags, rows, measure));
  const failed = rows.reduce((sum, { counts }) => sum + counts.failed, 0);
  if (failed > 0)
    throw new WorkError(
      `${failed} ${failed > 1 ? 'answers were' : 'answer was'} not judged: the calls of the judge failed`,
      retryLine(process.argv.slice(2)),
    );
};

const reportText = (flags: JudgeFlags, rows: readonly AnswerRow[], measure: string): string => {
  const width = screenWidth();
  const scored = rows.filter(hasScores);
  return [
    accuracyTable(rows, width, flags.includeIncomplete),
    ...(scored.length > 0
      ? [`${measure} of ${flags.system} by answer, times 100:\n\n${relationTable(scored, width)}`]
      : []),
    ...(flags.perQuery ? [answerList(rows, width)] : []),
  ].join('\n\n');
};
