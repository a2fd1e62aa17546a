import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import {
  canonicalJson,
  differences,
  InputError,
  type Retriever,
  type Run,
  type Task,
  type Tools,
} from '../core/index.js';
import {
  DEFAULT_RULE,
  type Evaluation,
  type EvaluationRule,
  evaluate,
  intervalsOf,
  type Measure,
} from '../evaluation/index.js';
import { packageVersion } from '../machine/index.js';
import { slug } from '../pipeline/index.js';
import type { QueryResult, Result, ResultRecord } from '../record/index.js';
import { readResult, resultFolder, writeResult } from '../results/index.js';
import { defaultMeasures } from './default-measures.js';
import { searchTask } from './search.js';
import { costOf, unanswered, unwrittenTexts } from './spent.js';
import { withoutSafeguard } from './without-safeguard.js';
import { withoutUnmatched } from './without-unmatched.js';

export interface RunOptions {
  /** Folder for records; without one nothing is written. */
  readonly out?: string;
  /** Replace a result of the same name made with other settings. */
  readonly overwrite?: boolean;
  /** Run again, and replace, a result some of whose queries lack a text or an order because a model did not answer. */
  readonly retryFailed?: boolean;
  readonly measures?: readonly Measure[];
  readonly rule?: Partial<EvaluationRule>;
}

export interface SystemRun {
  readonly result: Result;
  /** Where the files stand, if they were asked for. */
  readonly folder?: string;
  /** True when a result with the same settings was found and nothing was run. */
  readonly reused: boolean;
}

/** Runs a system on a task, scores it and keeps the record; what is already there with the same settings is not run again. */
export const runSystem = async (
  system: Retriever,
  task: Task,
  tools: Tools,
  options: RunOptions = {},
): Promise<SystemRun> => {
  const measures = options.measures ?? defaultMeasures();
  const rule = { ...DEFAULT_RULE, ...options.rule };
  const fingerprint = fingerprintOf(system, task, measures, rule);
  const folder = options.out && resultFolder(options.out, slug(system.name), task.name);
  const earlier = folder ? await readResult(folder) : undefined;
  const sameSettings = earlier?.record.fingerprint === fingerprint;
  if (folder && earlier && !sameSettings && !options.overwrite)
    throw otherSettings(folder, earlier.record, system, task);
  const again =
    options.retryFailed && earlier && unwrittenTexts(earlier.record) + unanswered(earlier.record) > 0;
  if (folder && earlier && sameSettings && !again) return { result: earlier, folder, reused: true };

  const { run, facts, timings } = await searchTask(system, task, tools);
  const began = tools.now();
  const evaluation = evaluate(run, task.judgements, measures, rule);
  const record: ResultRecord = {
    version: 1,
    system: slug(system.name),
    name: system.name,
    spec: system.spec as ResultRecord['spec'],
    fingerprint,
    task: await taskOf(task),
    evaluation: {
      ...rule,
      judgedQueries: evaluation.counts.judged,
      missingQueries: evaluation.counts.missing,
      unjudgedQueries: evaluation.counts.unjudged,
    },
    scores: { ...evaluation.means },
    intervals: intervals(evaluation, measures),
    cost: costOf(facts),
    timings: { ...timings, evaluate: (tools.now() - began) / 1000 },
    facts: {
      ...facts,
      ...withoutSafeguard(facts, run, task.judgements, measures, rule),
      ...withoutUnmatched(facts, run, task.judgements, measures, evaluation),
    } as ResultRecord['facts'],
    provenance: {
      tool: `r2med ${packageVersion()}`,
      at: new Date().toISOString(),
      node: process.version,
      platform: `${process.platform}-${process.arch}`,
      cores: availableParallelism(),
    },
  };
  const result: Result = { record, queries: queryResults(run, task, evaluation) };
  if (folder) await writeResult(folder, result, run);
  return { result, ...(folder && { folder }), reused: false };
};

const fingerprintOf = (
  system: Retriever,
  task: Task,
  measures: readonly Measure[],
  rule: EvaluationRule,
): string =>
  createHash('sha256')
    .update(
      canonicalJson({
        spec: system.spec,
        task: task.contentHash,
        measures: measures.map(({ name }) => name),
        rule: { ...rule },
      }),
    )
    .digest('hex');

const taskOf = async (task: Task): Promise<ResultRecord['task']> => {
  const { name, suite, revision, contentHash, about } = task;
  const { queries, documents, uniqueDocuments, judgements, notes } = await task.census();
  const family = typeof about.family === 'string' ? { family: about.family } : {};
  const split = typeof about.split === 'string' ? { split: about.split } : {};
  const counts = { queries, documents, uniqueDocuments, judgements };
  return { name, suite, revision, contentHash, ...family, ...split, ...counts, notes: [...notes] };
};

const intervals = (evaluation: Evaluation, measures: readonly Measure[]): ResultRecord['intervals'] =>
  Object.fromEntries(
    Object.entries(intervalsOf(evaluation, measures)).map(([name, { low, high }]) => [name, [low, high]]),
  );

const queryResults = (run: Run, task: Task, evaluation: Evaluation): readonly QueryResult[] =>
  [...evaluation.queries].map(([id, scores]) => {
    const hits = run.get(id) ?? [];
    const rankOf = new Map(hits.map(({ docId }, i) => [docId, i + 1]));
    const judged = [...(task.judgements.get(id) ?? [])].filter(([, grade]) => grade >= 1);
    return {
      id,
      scores: { ...scores },
      ranks: Object.fromEntries(judged.map(([docId]) => [docId, rankOf.get(docId) ?? null])),
      hits: hits.length,
    };
  });

/** A stage that was put in or left out differs in all it says. */
const DIFFERENCES_SHOWN = 6;

const otherSettings = (folder: string, earlier: ResultRecord, system: Retriever, task: Task): InputError => {
  const differing = differences(earlier.spec, system.spec);
  const said = (which: 'earlier' | 'now'): string => {
    const more = differing.length - DIFFERENCES_SHOWN;
    const shown = differing.slice(0, DIFFERENCES_SHOWN).map((each) => `${each.name} ${each[which]}`);
    return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
  };
  const sameSpec = differing.length === 0;
  const sameData = earlier.task.contentHash === task.contentHash;
  const what = [
    ...(sameData ? [] : ['other data']),
    ...(sameSpec ? [] : [`other settings: ${said('earlier')}`]),
    ...(sameData && sameSpec ? ['other measures or another rule'] : []),
  ];
  return new InputError({
    at: { file: folder },
    found: `a result of ${earlier.name} with ${what.join(' and ')}`,
    ...(!sameSpec && { expected: said('now') }),
    fix: 'add --overwrite to replace it, or choose another --out',
  });
};
