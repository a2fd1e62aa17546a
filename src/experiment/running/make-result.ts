import { availableParallelism } from 'node:os';
import {
  canonicalJson,
  defined,
  type Hit,
  type JsonObject,
  type Judgements,
  own,
  type QueryId,
  type Retriever,
  type Run,
  type Task,
  type Tools,
} from '../../core/index.js';
import {
  type Evaluation,
  type EvaluationRule,
  evaluate,
  type Measure,
} from '../../evaluation/measures/index.js';
import { packageVersion, sha256 } from '../../platform/node/index.js';
import { slug } from '../../search/pipeline/index.js';
import { mustJoin } from '../../tasks/index.js';
import {
  factParts,
  factsOf,
  knownSum,
  RECORD_VERSION,
  type Result,
  type ResultRecord,
} from '../record/index.js';
import { queryResults, recordIntervals } from '../rescoring/index.js';
import { incompleteOf, mustFindSomething, mustTellApart } from './incomplete.js';
import type { TaskSearch } from './search.js';

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
  mustTellApart(system.name, incomplete);
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
  const { name, suite, revision, contentHash, about, columns } = task;
  const { queries, documents, uniqueDocuments, judgements, notes, unjoined } = await task.statistics();
  mustJoin(task, unjoined);
  const family = typeof about.family === 'string' ? { family: about.family } : {};
  const sameAs = typeof about.sameAs === 'string' ? { sameAs: about.sameAs } : {};
  const split = typeof about.split === 'string' ? { split: about.split } : {};
  const counts = {
    queries,
    documents,
    uniqueDocuments,
    judgements,
    ...(unjoined && { unjoined: { queries: unjoined.queries, documents: unjoined.documents } }),
  };
  const said = { ...family, ...sameAs, ...split, ...defined({ columns }) };
  return { name, suite, revision, contentHash, ...said, ...counts, notes: [...notes] };
};

/** What models took, those of fused systems included. What one of them does not say is not known of the whole. */
export const costOf = (facts: JsonObject): ResultRecord['cost'] => {
  const spent = factParts(facts)
    .flatMap(({ embedder, writing, reranking, searchSystem }) => [embedder, writing, reranking, searchSystem])
    .filter((part) => part !== undefined);
  return defined({
    tokensIn: knownSum(spent.map(({ tokens, tokensIn }) => tokensIn ?? tokens)),
    // Models that only read say `tokens`.
    tokensOut: knownSum(
      spent.map(({ tokens, tokensOut }) => tokensOut ?? (tokens === undefined ? tokens : 0)),
    ),
    usd: knownSum(spent.map(({ usd }) => usd)),
  });
};

/** Queries that a reranker left as they were, since nothing could be made of what it said. */
export const unchangedQueries = ({ facts }: Pick<ResultRecord, 'facts'>): number =>
  factParts(facts).reduce((sum, { reranking }) => sum + (reranking?.unchanged ?? 0), 0);

/** What was scored, how, and what came out. */
interface Scored {
  readonly run: Run;
  readonly judgements: Judgements;
  readonly measures: readonly Measure[];
  readonly evaluation: Pick<Evaluation, 'rule' | 'means'>;
}

/**
 * HAKARI-Bench scores a reranked run twice: as it is, and with the safeguards taken out of the finished rankings (a positive
 * that was put behind candidates that held none). The second scores, for the record's facts; nothing where none was put.
 */
export const withoutSafeguard = (facts: JsonObject, scored: Scored): JsonObject => {
  const { safeguards } = factsOf(facts).storedCandidates ?? {};
  if (!safeguards) return {};
  const scores = { ...scoresWithout(({ docId }, query) => docId === own(safeguards, query), scored) };
  const queries = (Object.keys(safeguards) as QueryId[]).filter((query) => scored.run.has(query)).length;
  return { withoutSafeguard: { queries, scores } };
};

/**
 * Where a BM25 filled rankings up with documents that score 0, as the reference implementation does, the scores without these
 * hits, for the record's facts; only those that differ, and nothing where none does. A relevant document among them was not found by
 * its words: it comes early in the corpus.
 */
const withoutUnmatched = (facts: JsonObject, scored: Scored): JsonObject => {
  // Facts of fused systems are separate. A stage after BM25 gives scores of its own, in which 0 says nothing.
  const { unmatched, reranking } = factsOf(facts);
  if (unmatched === undefined || reranking !== undefined) return {};
  const scores = Object.entries(scoresWithout(({ score }) => score === 0, scored)).filter(
    ([name, mean]) => mean !== scored.evaluation.means[name],
  );
  return scores.length > 0 ? { withoutUnmatched: { scores: Object.fromEntries(scores) } } : {};
};

const scoresWithout = (
  drop: (hit: Hit, query: QueryId) => boolean,
  { run, judgements, measures, evaluation }: Scored,
): Evaluation['means'] => {
  const rest: Run = new Map(
    [...run].map(([query, hits]) => [query, hits.filter((hit) => !drop(hit, query))]),
  );
  return evaluate(rest, judgements, measures, evaluation.rule).means;
};
