import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { commandLine, InputError, nearest, runWithoutExcluded, type Task } from '../../core/index.js';
import { DEFAULT_RULE, evaluate, type Measure, type TieRule } from '../../evaluation/measures/index.js';
import { queryResults } from '../../experiment/rescoring/index.js';
import { mustBeSealedRun, readResult, readRun, type StoredResult } from '../../experiment/results/index.js';
import { slug } from '../../search/pipeline/index.js';
import { type Rule, type ScoredTask, type SystemScores, scoresOfResults } from './system-scores.js';

/** What a name on the command line leads to: records, or a run file that is still to be scored. */
export type FoundScores = { readonly scores: SystemScores } | { readonly runFile: string };

/**
 * Finds what `text` names: a system in the folder of results, by its slug or as it is printed; a folder with a record, or with
 * such folders; or a run file.
 */
export const findSystemScores = async (text: string, results: string): Promise<FoundScores> => {
  for (const folder of [join(results, text), join(results, slug(text)), text]) {
    const found = await resultsIn(folder);
    if (found.length > 0) return { scores: scoresOf(text, found) };
  }
  if ((await stat(text).catch(() => undefined))?.isFile()) return { runFile: text };
  throw await unknownSystem(text, results);
};

/** What a run file is scored on: a task, or as much of one as judgements are. */
export type JudgedTask = Pick<Task, 'name' | 'suite' | 'contentHash' | 'judgements' | 'excluded' | 'about'>;

/** A run scored on a task, under the rule the other side was scored with. */
export const scoreRunFile = async (
  file: string,
  task: JudgedTask,
  measures: readonly Measure[],
  rule: Rule = DEFAULT_RULE,
): Promise<SystemScores> => {
  await mustBeSealedRun(file);
  const run = runWithoutExcluded((await readRun(file)).run, task.excluded);
  const scored = evaluate(run, task.judgements, measures, { ...rule, ties: rule.ties as TieRule });
  const { name, suite, contentHash, about } = task;
  const family = typeof about.family === 'string' ? { family: about.family } : {};
  const scoredTask: ScoredTask = {
    task: { name, suite, contentHash, ...family },
    rule: scored.rule,
    queries: new Map(queryResults(run, task.judgements, scored).map((query) => [query.id, query])),
    run: async () => run,
  };
  return { name: file, tasks: new Map([[name, scoredTask]]) };
};

const resultsIn = async (folder: string): Promise<readonly StoredResult[]> => {
  const own = await readResult(folder);
  if (own) return [own];
  const found: StoredResult[] = [];
  for (const name of await foldersIn(folder)) {
    const result = await readResult(join(folder, name));
    if (result) found.push(result);
  }
  return found;
};

const foldersIn = async (folder: string): Promise<readonly string[]> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
};

const scoresOf = (text: string, found: readonly StoredResult[]): SystemScores => {
  const systems = [...new Set(found.map(({ record }) => record.system))];
  if (systems.length > 1)
    throw new InputError({
      at: { file: text },
      found: `results of ${systems.length} systems`,
      expected: 'one system',
      fix: `name it with the folder: --results ${text} and ${systems.slice(0, 2).join(' ')}`,
    });
  return scoresOfResults(found[0]!.record.name, found);
};

const unknownSystem = async (text: string, results: string): Promise<InputError> => {
  const known = await foldersIn(results);
  const near = nearest(text, known);
  return new InputError({
    found: `no system, folder or run file "${text}"`,
    expected: known.length
      ? `one of ${known.join(', ')} in ${results}, a folder of records, or a run file`
      : `a folder of records or a run file, since ${results} holds no results`,
    fix: near
      ? `did you mean "${near}"?`
      : `run it first: ${commandLine('run', '--suite', 'sample', '--system', text)}`,
  });
};
