import { InputError, type Ranking, type Run } from '../../core/index.js';
import { overlapOfTop, rankBiasedOverlap } from '../../evaluation/statistics/index.js';
import { mustBeSealedRun, readRun } from '../../experiment/results/index.js';
import type { SystemScores } from './system-scores.js';

/** How far the first hits of two systems agree, over the queries of one task or of all. */
export interface TopAgreement {
  readonly over: string;
  readonly queries: number;
  /** Means over queries: of the share of common documents, and of rank-biased overlap (p = 0.9). */
  readonly overlap: number;
  readonly rbo: number;
  /** Shares of queries: the same first hit; other documents in the top; the same documents in another order. */
  readonly sameFirst: number;
  readonly changed: number;
  readonly reordered: number;
}

/** A query whose first hits are other documents. */
export interface ChangedQuery {
  readonly task: string;
  readonly id: string;
  readonly overlap: number;
  readonly rbo: number;
  /** Documents that only B has in its top, and those that only A has, best first. */
  readonly entered: readonly string[];
  readonly left: readonly string[];
}

/** The agreement of one system's first hits with those of the baseline. No judgement is needed, and none is made. */
export interface ComparedTops {
  readonly system: string;
  readonly k: number;
  /** A row per task and, of several tasks, one over all queries. */
  readonly rows: readonly TopAgreement[];
  /** Those that agree least first. */
  readonly changed: readonly ChangedQuery[];
}

/** Rankings of a system by task; a run file alone has no task, and the name of its only one is empty. */
export interface RankedTasks {
  readonly name: string;
  readonly tasks: ReadonlyMap<string, Run>;
}

/** The rankings of a run file, which need no task here. */
export const rankedFile = async (file: string): Promise<RankedTasks> => {
  await mustBeSealedRun(file);
  return { name: file, tasks: new Map([['', (await readRun(file)).run]]) };
};

/** The rankings behind the scores of a system on some of its tasks. */
export const rankedScores = async (
  { name, tasks }: SystemScores,
  wanted: readonly string[],
): Promise<RankedTasks> => {
  const runs = new Map<string, Run>();
  for (const task of wanted) {
    const run = await tasks.get(task)?.run();
    if (!run)
      throw new InputError({
        found: `no rankings of ${name} on ${task}`,
        expected: 'records with run.trec, or run files',
        fix: 'run the system again: records written now have run.trec',
      });
    runs.set(task, run);
  }
  return { name, tasks: runs };
};

const ALL = 'all queries';

interface QueryAgreement extends ChangedQuery {
  readonly sameFirst: boolean;
  readonly reordered: boolean;
}

/** Compares the first k hits of B with those of A, on the tasks that both have. A query that one of them did not answer is changed. */
export const compareTops = (a: RankedTasks, b: RankedTasks, k: number): ComparedTops => {
  const shared = [...a.tasks].flatMap(([task, runA]) => {
    const runB = b.tasks.get(task);
    return runB ? [queriesOf(task, runA, runB, k)] : [];
  });
  const all = shared.flat();
  return {
    system: b.name,
    k,
    rows: [
      ...shared.map((queries) => row(queries[0]?.task || ALL, queries)),
      ...(shared.length > 1 ? [row(ALL, all)] : []),
    ],
    changed: all
      .filter(isChanged)
      .sort((one, other) => one.overlap - other.overlap || one.rbo - other.rbo)
      .map(({ sameFirst: _, reordered: __, ...query }) => query),
  };
};

/** The row that represents the whole: all queries, or those of the only task. */
export const overallAgreement = ({ rows }: ComparedTops): TopAgreement => rows.at(-1)!;

const queriesOf = (task: string, a: Run, b: Run, k: number): readonly QueryAgreement[] =>
  [...new Set([...a.keys(), ...b.keys()])].map((id) => {
    const [topA, topB] = [topOf(a.get(id), k), topOf(b.get(id), k)];
    const [inA, inB] = [new Set(topA), new Set(topB)];
    const left = topA.filter((document) => !inB.has(document));
    const entered = topB.filter((document) => !inA.has(document));
    return {
      task,
      id,
      overlap: overlapOfTop(topA, topB, k),
      rbo: rankBiasedOverlap(topA, topB),
      entered,
      left,
      sameFirst: topA[0] === topB[0],
      reordered: left.length + entered.length === 0 && topA.some((document, i) => document !== topB[i]),
    };
  });

const topOf = (hits: Ranking = [], k: number): readonly string[] =>
  [...new Set(hits.map(({ docId }) => docId))].slice(0, k);

const isChanged = ({ entered, left }: ChangedQuery): boolean => entered.length + left.length > 0;

const row = (over: string, queries: readonly QueryAgreement[]): TopAgreement => {
  const mean = (value: (query: QueryAgreement) => number | boolean): number =>
    queries.reduce((sum, query) => sum + Number(value(query)), 0) / queries.length;
  return {
    over,
    queries: queries.length,
    overlap: mean(({ overlap }) => overlap),
    rbo: mean(({ rbo }) => rbo),
    sameFirst: mean(({ sameFirst }) => sameFirst),
    changed: mean(isChanged),
    reordered: mean(({ reordered }) => reordered),
  };
};
