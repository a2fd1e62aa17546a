import type { Command } from 'commander';
import { explainQuery } from '../../analysis/explanation/index.js';
import { InputError, type Task, WorkError } from '../../core/index.js';
import { openSystems, systemsOf, theTask } from '../explained-systems.js';
import { explanationText } from '../explanation-text.js';
import { type FlagValues, MODELS, pick, TASKS, text, verb } from '../flags/index.js';
import { printJson, printMarked, screenWidth } from '../output.js';
import { stoppable } from '../stopping.js';
import { commandOn, explainCommand } from '../worst-query-line.js';

const FLAGS = {
  ...pick(
    TASKS,
    'query system results engine hits sentences generations offline threads memory json quiet',
    'rerankerEndpoint rerankerFolder',
    MODELS,
  ),
  generations: text('<where>', 'file or folder of the generated texts (default: as in the record)'),
};

type ExplainFlags = FlagValues<typeof FLAGS>;

export const explain = (): Command =>
  verb(FLAGS)
    .addHelpText(
      'after',
      `
Why a query came out as it did: what was written for it, where its relevant
documents (gold) are, the top hits with the words they share, each score as a
sum that you can check, and what beat the best relevant document.
The ranking is that of the record in --results. Nothing is asked of a model:
vectors, generated texts, scores and answers come from the cache, and what is
no longer there is named with the command that makes it again. Without a record
the query is searched now, in the same way; a system that needs a model then
has to be run first. --sentences is the exception: it asks the embedder.

  $ r2med run --suite sample --retriever bm25
  $ r2med explain --suite sample --task MedQA-Diag --query mqa-q04 --system bm25
  $ r2med explain --suite sample --task MedQA-Diag --query mqa-q04 \\
      --system bm25 --system "hyde(sample-writer) > bm25" --hits 3`,
    )
    .action((flags: ExplainFlags) => stoppable(flags, (tools) => explainOne(flags, tools)));

const explainOne = async (flags: ExplainFlags, tools: Parameters<typeof theTask>[1]): Promise<void> => {
  const { query, results, hits, sentences = false } = flags;
  systemsOf(flags);
  if (query === undefined)
    throw new InputError({ found: 'no query', fix: 'add --query ID, as in the queries of the task' });
  const task = await theTask(flags, tools);
  // A model that is not here would not be asked either.
  const { systems, close } = await openSystems({ ...flags, offline: !sentences }, task, tools);
  try {
    const explanation = await explainQuery({
      task,
      query,
      systems,
      results,
      hits,
      sentences,
      tools,
      commandFor: (system, what) => commandFor(system, what, task, flags),
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
): string =>
  what === 'record'
    ? commandOn('run', task, ['--system', system, '--out', results])
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
