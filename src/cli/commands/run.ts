import { Command } from 'commander';
import { expressionOf, generationsOf, type SystemContext, system } from '../../catalogue/index.js';
import { InputError, type Retriever, type Task, type Tools } from '../../core/index.js';
import { parseMeasure } from '../../evaluation/index.js';
import { defaultMeasures, type RunOptions, runSystem } from '../../experiment/index.js';
import { tabulate } from '../../leaderboard/index.js';
import { duration, nodeTools } from '../../machine/index.js';
import type { Result } from '../../record/index.js';
import { chosenTasks, mustDiffer, nameOf, openChosen, type TaskFlags, tellNotes } from '../chosen-tasks.js';
import {
  dataFlag,
  meansFlag,
  measureFlag,
  missingFlag,
  outFlag,
  retrieverFlag,
  systemFlag,
  taskFlag,
  wholeNumber,
} from '../flags.js';
import { leaderboardText } from '../leaderboard-table.js';
import { bringing, type ModelFlags, modelSettings, withModelFlags } from '../model-flags.js';
import { printJson, printLine, screenWidth } from '../output.js';
import { shortNames } from '../short-names.js';

interface RunFlags extends TaskFlags, ModelFlags {
  readonly retriever?: readonly string[];
  readonly system?: readonly string[];
  readonly gar?: string;
  readonly llm?: string;
  readonly generations: string;
  readonly asPublished?: boolean;
  readonly topK: number;
  readonly measure: string;
  readonly means?: boolean;
  readonly missing: 'zero' | 'skip';
  readonly out: string;
  readonly overwrite?: boolean;
  readonly dryRun?: boolean;
  readonly cache: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

export const run = (): Command =>
  withModelFlags(new Command())
    .option('--suite <name>', 'r2med, nano or sample (default: r2med, unless --data is given)')
    .addOption(taskFlag())
    .addOption(dataFlag())
    .addOption(retrieverFlag())
    .addOption(systemFlag())
    .option('--gar <method>', 'search with generated texts: hyde, query2doc, lamer, search-o1, search-r1')
    .option('--llm <name>', 'who wrote the texts')
    .option('--generations <where>', 'published, or a file or folder of query_with_hydoc.jsonl', 'published')
    .option('--as-published', 'do as the reference does where its behaviour was odd')
    .option('--top-k <n>', 'hits kept per query', wholeNumber, 100)
    .addOption(measureFlag())
    .addOption(meansFlag())
    .addOption(missingFlag())
    .addOption(outFlag())
    .option('--overwrite', 'replace results made with other settings')
    .option('--offline', 'never touch the network; without it, tasks that are not here are fetched')
    .option('--dry-run', 'say what would run, and run nothing')
    .option('--threads <n>', 'worker threads (default: all cores)', wholeNumber)
    .option('--no-cache', 'neither read nor write the index cache')
    .option('--json', 'print JSON')
    .option('--quiet', 'no notes, no progress')
    .addHelpText(
      'after',
      `
Each system runs on each task. A result already in --out with the same settings is not run again; one with other
settings is never mixed in. What it leaves: <out>/<system>/<task>/record.json, run.trec, queries.jsonl.

  $ r2med run --suite sample --retriever bm25,lsa
  $ r2med run --suite sample --gar hyde --llm sample-writer --retriever bm25
  $ r2med run --suite sample --system "hyde(sample-writer) > bm25(k1=1.2, b=0.75) > top(10)"
  $ r2med run --data my-folder --retriever bm25-lucene --top-k 1000
  $ r2med run --suite sample --retriever bge --endpoint http://localhost:8000/v1
  $ r2med run --suite sample --retriever onnx:my-model-folder --system "onnx:my-model-folder(int8)"
  $ r2med run --suite sample --retriever module:embed.mjs
  $ r2med run --mode eval_retrieval --task All --retriever_name bm25`,
    )
    .action(runAll);

const runAll = async (flags: RunFlags): Promise<void> => {
  const expressions = expressionsOf(flags);
  const shown = parseMeasure(flags.measure);
  const chosen = chosenTasks(flags);
  if (flags.dryRun)
    return printLine(
      chosen.flatMap((task) => expressions.map((text) => `${nameOf(task)}: ${text}`)).join('\n'),
    );
  const tools = nodeTools({
    quiet: flags.quiet ?? false,
    cache: flags.cache,
    ...(flags.threads && { threads: flags.threads }),
  });
  const measures = defaultMeasures(flags.topK);
  const options: RunOptions = {
    out: flags.out,
    overwrite: flags.overwrite ?? false,
    rule: { missing: flags.missing },
    measures: measures.some(({ name }) => name === shown.name) ? measures : [...measures, shown],
  };
  const bringing = {
    offline: flags.offline ?? false,
    generations: flags.generations === 'published' ? generationsOf(expressions) : [],
  };
  const tasks: Task[] = [];
  for (const each of chosen) tasks.push(await openChosen(each, tools, bringing));
  mustDiffer(tasks);
  const results: Result[] = [];
  for (const task of tasks) {
    await tellNotes(task, tools);
    for (const text of expressions) {
      const built = await system(text, { ...contextOf(flags, tools), task });
      try {
        results.push(await runOne(built, task, tools, options));
      } finally {
        await built.close?.();
      }
    }
  }
  const table = tabulate(results, { measure: shown.name });
  if (flags.json) return printJson({ ...table, records: results.map(({ record }) => record) });
  await printLine(leaderboardText(table, shortNames(), screenWidth(), flags.means));
  tools.note(`\nScores times 100. Records, runs and per-query scores: ${flags.out}/<system>/<task>/`);
};

const contextOf = (flags: RunFlags, tools: Tools): Omit<SystemContext, 'task'> => ({
  topK: flags.topK,
  generations: flags.generations,
  asPublished: flags.asPublished ?? false,
  model: modelSettings(flags),
  env: process.env,
  tools,
  bring: bringing(flags, tools),
  ...(flags.saveVectors && { saveVectors: flags.saveVectors }),
});

const runOne = async (built: Retriever, task: Task, tools: Tools, options: RunOptions): Promise<Result> => {
  const { result, reused } = await runSystem(built, task, tools, options);
  const { open, search } = result.record.timings;
  tools.note(
    `${task.name}: ${built.name} ${reused ? 'was there already' : `done in ${duration((open + search) * 1000)}`}`,
  );
  return result;
};

const expressionsOf = (flags: RunFlags): readonly string[] => {
  const pieces = { ...(flags.gar && { gar: flags.gar }), ...(flags.llm && { llm: flags.llm }) };
  const expressions = [
    ...(flags.retriever ?? []).map((retriever) => expressionOf({ retriever, ...pieces })),
    ...(flags.system ?? []),
  ];
  if (expressions.length === 0)
    throw new InputError({
      found: 'no system to run',
      fix: 'add --retriever bm25, or --system "hyde(gpt4) > bm25"',
    });
  return [...new Set(expressions)];
};
