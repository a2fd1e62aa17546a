import {
  type Difference,
  differences,
  InputError,
  type Json,
  own,
  type Retriever,
  type Run,
  type Task,
  type Tools,
  WorkError,
} from '../../core/index.js';
import { parseMeasure, type TieRule } from '../../evaluation/measures/index.js';
import {
  incompleteText,
  NUMBER_TYPES,
  type NumberType,
  numberTypeOf,
  type ResultRecord,
  specParts,
  type Tolerance,
  widerType,
} from '../record/index.js';
import { readResultRun, type StoredResult, type Verdict } from '../results/index.js';
import { type DifferingQuery, rankingDifferences } from './ranking-differences.js';
import { runSystem } from './run-system.js';

/** A mean of a record and the one of the run that repeats it. */
interface RepeatedScore {
  readonly measure: string;
  readonly earlier: number;
  readonly now: number;
  /** Two-sided; `same` is within the tolerance. */
  readonly verdict: Verdict;
}

/** A record, and what came out when its system ran again. */
export interface Reproduction {
  readonly system: string;
  readonly task: string;
  /** `same`: to the last bit. `within`: as near as the number type allows. */
  readonly verdict: 'same' | 'within' | 'different';
  readonly numberType: NumberType;
  readonly tolerance: Tolerance;
  readonly scores: readonly RepeatedScore[];
  readonly queries: {
    /** Those that have hits in one of the two. */
    readonly compared: number;
    readonly differing: readonly DifferingQuery[];
    /** `means`: hits of a system that fuses or reranks move by whole ranks where near hits swap, so only its means are held to the tolerance. */
    readonly judgedBy: 'rankings' | 'means';
  };
  /** What the two runs do not share: settings, the content of the task, versions, the machine. */
  readonly causes: readonly Cause[];
}

/** Something that may explain a difference. */
export interface Cause extends Difference {
  readonly kind: 'setting' | 'task' | 'version' | 'machine';
}

/** A record that can be run again; refuses one whose scores are not those of its system. */
export const mustBeRepeatable = ({ folder, record }: Pick<StoredResult, 'folder' | 'record'>): void => {
  if (record.incomplete)
    throw new InputError({
      at: { file: folder },
      found: `an incomplete result: ${incompleteText(record.incomplete)}`,
      expected: 'a result in which no work failed: there is nothing to compare with',
      fix: 'finish it first: run its system on its task again',
    });
};

/** Runs the system of a result again, and says what differs. Nothing is written. */
export const reproduceResult = async (
  stored: StoredResult,
  system: Retriever,
  task: Task,
  tools: Tools,
): Promise<Reproduction> => {
  const { record } = stored;
  let run: Run = new Map();
  const { result } = await runSystem(system, task, tools, {
    measures: Object.keys(record.scores).map(parseMeasure),
    rule: { ties: record.evaluation.ties as TieRule, missing: record.evaluation.missing },
    answered: (rankings) => {
      run = rankings;
    },
  });
  if (result.record.incomplete)
    throw new WorkError(
      `${record.name} on ${record.task.name}: work failed while it ran again, so there is nothing to compare: ${incompleteText(result.record.incomplete)}`,
      'look at the notes above, and call it again: what was done is cached',
    );
  const numberType = widerType(numberTypeOf(record.spec), numberTypeOf(system.spec as Json));
  const tolerance: Tolerance = NUMBER_TYPES[numberType];
  const scores = Object.entries(record.scores).map(([measure, earlier]): RepeatedScore => {
    const now = own(result.record.scores, measure)!;
    return { measure, earlier, now, verdict: verdictOf(earlier, now, tolerance.mean) };
  });
  const [before, now] = [await readResultRun(stored), withHits(run)];
  const differing = rankingDifferences(before, now, tolerance.score);
  const judgedBy = tolerance.score > 0 && isStaged(record.spec) ? 'means' : 'rankings';
  const equal = differing.length === 0 && scores.every(({ earlier, now }) => earlier === now);
  const within =
    scores.every(({ verdict }) => verdict === 'same') &&
    (judgedBy === 'means' || differing.every((query) => query.within));
  return {
    system: record.name,
    task: record.task.name,
    verdict: equal ? 'same' : within ? 'within' : 'different',
    numberType,
    tolerance,
    scores,
    queries: { compared: new Set([...before.keys(), ...now.keys()]).size, differing, judgedBy },
    causes: causesOf(record, result.record),
  };
};

const verdictOf = (earlier: number, now: number, tolerance: number): Verdict =>
  Math.abs(now - earlier) <= tolerance ? 'same' : now > earlier ? 'higher' : 'lower';

/** A query without hits leaves no line in a run file. */
const withHits = (run: Run): Run => new Map([...run].filter(([, hits]) => hits.length > 0));

/** Whether a later stage reads the ranking of an earlier one. */
const isStaged = (spec: Json): boolean =>
  specParts(spec).some(({ stage, retriever }) => stage === 'rerank' || retriever === 'fused');

const causesOf = (earlier: ResultRecord, now: ResultRecord): readonly Cause[] => {
  const named = (kind: Cause['kind'], a: Json, b: Json): readonly Cause[] =>
    differences(a, b).map((each) => ({ kind, ...each }));
  const data = ({ task: { contentHash, queries, documents, judgements } }: ResultRecord): Json => ({
    contentHash,
    queries,
    documents,
    judgements,
  });
  const versions = ({ provenance: { tool, node } }: ResultRecord): Json => ({ tool, node });
  const machine = ({ provenance: { platform, cores } }: ResultRecord): Json => ({ platform, cores });
  return [
    ...named('setting', earlier.spec, now.spec),
    ...named('task', data(earlier), data(now)),
    ...named('version', versions(earlier), versions(now)),
    ...named('machine', machine(earlier), machine(now)),
  ];
};
