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
  defaultMeasures,
  type EvaluationRule,
  evaluate,
  type Measure,
} from '../evaluation/index.js';
import { acquireLease, packageVersion, sha256 } from '../node/index.js';
import { slug } from '../pipeline/index.js';
import { isIncomplete, RECORD_VERSION, type Result, type ResultRecord } from '../record/index.js';
import { queryResults, recordIntervals, withMeasures } from '../rescoring/index.js';
import { DamagedResult, readResult, resultFolder, type StoredResult, writeResult } from '../results/index.js';
import { incompleteOf, mustFindSomething, noteUselessVectors } from './incomplete.js';
import { withoutSafeguard, withoutUnmatched } from './scores-without.js';
import { searchTask } from './search.js';
import { costOf } from './spent.js';

/** Settings of a run of one system on one task. */
export interface RunOptions {
  /** Folder for records; without one nothing is written. */
  readonly out?: string;
  /** Replace a result of the same name made with other settings, or one that is damaged. */
  readonly overwrite?: boolean;
  readonly measures?: readonly Measure[];
  readonly rule?: Partial<EvaluationRule>;
  /** Told the rankings so far after every batch of queries. */
  answered?(run: Run): void;
}

/** The result of one system on one task. */
export interface SystemRun {
  readonly result: Result;
  /** Folder of the files, if `out` was given. */
  readonly folder?: string;
  /** True when a result with the same settings was found and nothing was run. */
  readonly reused: boolean;
}

/** A system on a task, with all that decides its scores. */
interface Planned {
  readonly system: Retriever;
  readonly task: Task;
  readonly measures: readonly Measure[];
  readonly rule: EvaluationRule;
}

/**
 * Runs a system on a task, scores it and saves the record; a saved result with the same settings is not run again. An
 * incomplete result is continued, whatever its settings were: nothing complete is lost, and work that was done is cached. One
 * process at a time works on a result: others wait, and then find it there.
 */
export const runSystem = async (
  system: Retriever,
  task: Task,
  tools: Tools,
  options: RunOptions = {},
): Promise<SystemRun> => {
  const measures = options.measures ?? defaultMeasures();
  const planned: Planned = { system, task, measures, rule: { ...DEFAULT_RULE, ...options.rule } };
  if (!options.out) return { result: (await made(planned, tools, options.answered)).result, reused: false };
  const folder = resultFolder(options.out, slug(system.name), task.name);
  const early = await earlierResult(folder, planned, options);
  if (early) return { result: early, folder, reused: true };
  const doing = `run of ${system.name} on ${task.name}`;
  const lease = await acquireLease(folder, { doing, note: tools.note, signal: tools.signal });
  try {
    const earlier = await earlierResult(folder, planned, options);
    if (earlier) return { result: earlier, folder, reused: true };
    const { result, run } = await made(planned, tools, options.answered);
    await writeResult(folder, result, run);
    return { result, folder, reused: false };
  } finally {
    lease.release();
  }
};

/** The result that is there and need not be made again; an error where it must not be replaced. */
const earlierResult = async (
  folder: string,
  planned: Planned,
  { overwrite }: RunOptions,
): Promise<Result | undefined> => {
  const earlier = await readResult(folder).catch((error: unknown) => {
    if (overwrite && error instanceof DamagedResult) return undefined;
    throw error;
  });
  if (!earlier || isIncomplete(earlier)) return undefined;
  if (!hasSettings(earlier, planned)) {
    if (overwrite) return undefined;
    throw otherSettings(folder, earlier.record, planned);
  }
  const names = planned.measures.map(({ name }) => name);
  const [{ record, queries } = earlier] = await withMeasures([earlier], names, async () => planned.task);
  return { record, queries };
};

/** Measures that were not computed then are not other settings: the saved ranking has them. */
const hasSettings = ({ record }: StoredResult, planned: Planned): boolean =>
  [planned.measures.map(({ name }) => name), Object.keys(record.scores)].some(
    (names) => fingerprintOf(planned, names) === record.fingerprint,
  );

/** Runs a system and scores it. */
const made = async (planned: Planned, tools: Tools, answered: RunOptions['answered']) => {
  const { system, task, measures, rule } = planned;
  const { run, facts, timings } = await searchTask(system, task, tools, answered);
  const incomplete = incompleteOf(facts);
  mustFindSomething(system.name, run, incomplete);
  noteUselessVectors(system.name, facts, tools.note);
  const began = tools.now();
  const evaluation = evaluate(run, task.judgements, measures, rule);
  const scored = { run, judgements: task.judgements, measures, evaluation };
  const record: ResultRecord = {
    version: RECORD_VERSION,
    system: slug(system.name),
    name: system.name,
    spec: system.spec as ResultRecord['spec'],
    fingerprint: fingerprintOf(
      planned,
      measures.map(({ name }) => name),
    ),
    task: await taskOf(task),
    evaluation: {
      ...rule,
      judgedQueries: evaluation.counts.judged,
      missingQueries: evaluation.counts.missing,
      unjudgedQueries: evaluation.counts.unjudged,
    },
    scores: { ...evaluation.means },
    intervals: recordIntervals(evaluation, measures),
    cost: costOf(facts),
    timings: { ...timings, evaluate: (tools.now() - began) / 1000 },
    facts: {
      ...facts,
      ...withoutSafeguard(facts, scored),
      ...withoutUnmatched(facts, scored),
    } as ResultRecord['facts'],
    ...(incomplete && { incomplete }),
    provenance: {
      tool: `r2med ${packageVersion()}`,
      at: new Date().toISOString(),
      node: process.version,
      platform: `${process.platform}-${process.arch}`,
      cores: availableParallelism(),
    },
  };
  const result: Result = { record, queries: queryResults(run, task.judgements, evaluation) };
  return { result, run };
};

const fingerprintOf = ({ system, task, rule }: Planned, measures: readonly string[]): string =>
  sha256(canonicalJson({ spec: system.spec, task: task.contentHash, measures, rule: { ...rule } }));

const taskOf = async (task: Task): Promise<ResultRecord['task']> => {
  const { name, suite, revision, contentHash, about } = task;
  const { queries, documents, uniqueDocuments, judgements, notes } = await task.statistics();
  const family = typeof about.family === 'string' ? { family: about.family } : {};
  const sameAs = typeof about.sameAs === 'string' ? { sameAs: about.sameAs } : {};
  const split = typeof about.split === 'string' ? { split: about.split } : {};
  const counts = { queries, documents, uniqueDocuments, judgements };
  return { name, suite, revision, contentHash, ...family, ...sameAs, ...split, ...counts, notes: [...notes] };
};

/** A stage that was put in or left out differs in all it says. */
const DIFFERENCES_SHOWN = 6;

const otherSettings = (folder: string, earlier: ResultRecord, { system, task }: Planned): InputError => {
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
    ...(sameData && sameSpec ? ['another rule for missing rankings or ties'] : []),
  ];
  return new InputError({
    at: { file: folder },
    found: `a result of ${earlier.name} with ${what.join(' and ')}`,
    ...(!sameSpec && { expected: said('now') }),
    fix: 'add --overwrite to replace it, or choose another --out',
  });
};
