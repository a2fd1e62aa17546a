import type { Command } from 'commander';
import { explainQuery } from '../../analysis/explanation/index.js';
import { cachedOnly, InputError, type Task, WorkError } from '../../core/index.js';
import { type ResultRecord, rerunWords } from '../../experiment/record/index.js';
import { openSystems, systemsOf, theTask } from '../explained-systems.js';
import { explanationText } from '../explanation-text.js';
import { type FlagValues, MODELS, pick, TASKS, text, verb } from '../flags/index.js';
import { printJson, printMarked, screenWidth } from '../output.js';
import { stoppable } from '../stopping.js';
import { commandOn, explainCommand } from '../worst-query-line.js';

const FLAGS = {
  ...pick(
    TASKS,
    'query system results engine engineTimeout hits sentences generations offline threads memory json quiet',
    'rerankerEndpoint rerankerFolder',
    MODELS,
  ),
  generations: text('<where>', 'file or folder of the generated texts (default: as in the record)'),
};

type ExplainFlags = FlagValues<typeof FLAGS>;

export const command = (): Command =>
  verb(FLAGS).action((flags: ExplainFlags) => stoppable(flags, (tools) => explainOne(flags, tools)));

const explainOne = async (flags: ExplainFlags, tools: Parameters<typeof theTask>[1]): Promise<void> => {
  const { query, results, hits, sentences = false } = flags;
  systemsOf(flags);
  if (query === undefined)
    throw new InputError({ found: 'no query', fix: 'add --query ID, as in the queries of the task' });
  const task = await theTask(flags, tools);
  // A model that is not here would not be asked either.
  const { systems, close } = await openSystems({ ...flags, offline: !sentences }, task, cachedOnly(tools));
  try {
    const explanation = await explainQuery({
      task,
      query,
      systems,
      results,
      hits,
      sentences,
      tools,
      commandFor: (system, what, record) => commandFor(system, what, task, flags, record),
    }).catch((error: unknown) => {
      throw error instanceof WorkError ? withoutRecord(error, task, flags) : error;
    });
    if (flags.json) await printJson(explanation);
    else await printMarked(explanationText(explanation, screenWidth()));
  } finally {
    await close();
  }
};

const commandFor = (
  system: string,
  what: 'record' | 'sentences',
  task: Task,
  { query, results }: ExplainFlags,
  record?: ResultRecord,
): string =>
  what === 'record'
    ? commandOn('run', task, [
        ...(record ? rerunWords(record) : ['--system', system]),
        '--out',
        // A record that is there is not made again; another folder fills the cache.
        record ? `${results}-again` : results,
      ])
    : explainCommand(task, query!, [system], results, ['--sentences']);

/** There is no record, and the system needs a model: a record is shown whatever became of the model. */
const withoutRecord = (error: WorkError, task: Task, flags: ExplainFlags): WorkError =>
  new WorkError(
    `no record of ${systemsOf(flags).join(' or ')} on ${task.name} in ${flags.results}, and it cannot be searched now: ${error.message.split('\n', 1)[0]}`,
    systemsOf(flags)
      .map((system) => commandFor(system, 'record', task, flags))
      .join('; '),
    { cause: error },
  );
