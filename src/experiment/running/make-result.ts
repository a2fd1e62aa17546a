import { availableParallelism } from 'node:os';
import { canonicalJson, type Retriever, type Task, type Tools } from '../../core/index.js';
import { type EvaluationRule, evaluate, type Measure } from '../../evaluation/measures/index.js';
import { packageVersion, sha256 } from '../../platform/node/index.js';
import { slug } from '../../search/pipeline/index.js';
import { RECORD_VERSION, type Result, type ResultRecord } from '../record/index.js';
import { queryResults, recordIntervals } from '../rescoring/index.js';
import { incompleteOf, mustFindSomething, noteUselessVectors } from './incomplete.js';
import { withoutSafeguard, withoutUnmatched } from './scores-without.js';
import type { TaskSearch } from './search.js';
import { costOf } from './spent.js';

/** A system on a task, with all that decides its scores. */
export interface Planned<System = Retriever> {
  readonly system: System;
  readonly task: Task;
  readonly measures: readonly Measure[];
  readonly rule: EvaluationRule;
}

/** Scores what a system found and describes it, as a record does. */
export const resultOf = async (
  planned: Planned<Pick<Retriever, 'name' | 'spec'>>,
  { run, facts, timings }: TaskSearch,
  tools: Pick<Tools, 'now' | 'note'>,
  about = taskOf,
): Promise<Result> => {
  const { system, task, measures, rule } = planned;
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
    task: await about(task),
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
  return { record, queries: queryResults(run, task.judgements, evaluation) };
};

/** Of everything that can change a result. */
export const fingerprintOf = (
  { system, task, rule }: Planned<Pick<Retriever, 'spec'>>,
  measures: readonly string[],
): string =>
  sha256(canonicalJson({ spec: system.spec, task: task.contentHash, measures, rule: { ...rule } }));

/** What a record says of its task. */
export const taskOf = async (task: Task): Promise<ResultRecord['task']> => {
  const { name, suite, revision, contentHash, about } = task;
  const { queries, documents, uniqueDocuments, judgements, notes } = await task.statistics();
  const family = typeof about.family === 'string' ? { family: about.family } : {};
  const sameAs = typeof about.sameAs === 'string' ? { sameAs: about.sameAs } : {};
  const split = typeof about.split === 'string' ? { split: about.split } : {};
  const counts = { queries, documents, uniqueDocuments, judgements };
  return { name, suite, revision, contentHash, ...family, ...sameAs, ...split, ...counts, notes: [...notes] };
};
