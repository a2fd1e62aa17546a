import type { Command } from 'commander';
import { explainQuery } from '../../analysis/explanation/index.js';
import { cachedOnly, InputError, type Task, WorkError } from '../../core/index.js';
import { type ResultRecord, rerunWords } from '../../experiment/record/index.js';
import { briefExplanation } from '../brief-explanation.js';
import { openSystems, systemsOf, theTask } from '../explained-systems.js';
import { explanationText } from '../explanation-text.js';
import { countedFailures, failureText } from '../failure-table.js';
import { also, type FlagValues, MODELS, pick, TASKS, text, verb, worded } from '../flags/index.js';
import { printJson, printLine, screenWidth } from '../output.js';
import { stoppable } from '../stopping.js';
import { commandOn, explainCommand } from '../worst-query-line.js';

const FLAGS = {
  ...pick(
    TASKS,
    'query system results engine engineTimeout failures sentences attribution generations offline threads memory limit all json quiet',
    'rerankerEndpoint rerankerFolder prompts',
    MODELS,
  ),
  limit: also(['hits'], worded('limit', 'number of top hits to show (default: 5)')),
  all: worded('all', 'show texts, parts of scores and relevant documents in full'),
  generations: text('<where>', 'file or folder of the generated texts (default: as in the record)'),
};

type ExplainFlags = FlagValues<typeof FLAGS>;

export const command = (): Command =>
  verb(FLAGS)
    .argument('[query]', 'id of the query')
    .action((query: string | undefined, flags: ExplainFlags) =>
      stoppable(flags, (tools) =>
        flags.failures
          ? explainAll(flags, tools)
          : explainOne({ ...flags, query: theQuery(query, flags) }, tools),
      ),
    );

/** The query that is named, as an argument or by `--query`. */
const theQuery = (named: string | undefined, { query = named }: ExplainFlags): string => {
  if (query === undefined)
    throw new InputError({
      found: 'no query',
      expected: 'the id of a query of the task',
      fix: 'r2med explain QUERY, for example r2med explain mqa-q04 --suite sample',
    });
  if (named !== undefined && named !== query)
    throw new InputError({ found: `${named} and --query ${query}`, fix: 'name one query' });
  return query;
};

/** How all queries came out, in place of one. */
const explainAll = async (flags: ExplainFlags, tools: Parameters<typeof theTask>[1]): Promise<void> => {
  const task = await theTask({ ...flags, offline: true }, tools);
  const counted = await countedFailures(task, systemsOf(flags), flags.results);
  if (flags.json) await printJson(counted);
  else await printLine(failureText(counted, screenWidth()));
};

const explainOne = async (
  flags: ExplainFlags & { readonly query: string },
  tools: Parameters<typeof theTask>[1],
): Promise<void> => {
  const { query, results, sentences = false, attribution: terms = false } = flags;
  const task = await theTask(flags, tools);
  // A model that is not here would not be asked either.
  const { systems, close } = await openSystems(
    { ...flags, offline: !sentences && !terms },
    task,
    cachedOnly(tools),
  );
  try {
    const explanation = await explainQuery({
      task,
      query,
      systems,
      results,
      hits: flags.limit ?? usualHits(flags),
      sentences,
      terms,
      tools,
      commandFor: (system, what, record) => commandFor(system, what, task, flags, record),
    }).catch((error: unknown) => {
      throw error instanceof WorkError ? withoutRecord(error, task, flags) : error;
    });
    if (flags.json) await printJson(explanation);
    else await printLine((flags.all ? explanationText : briefExplanation)(explanation, screenWidth()));
  } finally {
    await close();
  }
};

/** Of two systems fewer fit on the screen. */
const usualHits = (flags: ExplainFlags): number =>
  systemsOf(flags).length > 1 && !flags.json && !flags.all ? 3 : 5;

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
