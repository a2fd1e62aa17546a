import { InputError, type Judgements, lookup, type QueryId, type Run } from '../../core/index.js';
import { type GradedRanking, gradeRanking } from './graded-ranking.js';
import type { Measure, Pool } from './measure.js';
import { TIE_RULES, type TieRule } from './tie-rules.js';

/**
 * What a judged query without a ranking counts: `zero`, or nothing at all (`skip`: the mean over the queries that were
 * answered, which the R2MED scripts and MTEB print and which a crash half-way can raise).
 */
export type MissingRule = keyof typeof MISSING_RULES;

export const MISSING_RULES = {
  zero: 'a judged query without a ranking scores 0',
  skip: 'a judged query without a ranking is left out of the mean',
} as const;

/** The choices besides the measures that decide a score; a record stores them with the score. */
export interface EvaluationRule {
  readonly missing: MissingRule;
  readonly ties: TieRule;
}

/** trec_eval 9 with its option -c. */
export const DEFAULT_RULE: EvaluationRule = { missing: 'zero', ties: 'id-descending' };

/** Values by measure name. */
export type Scores = Readonly<Record<string, number>>;

/** How many queries were judged, ranked and counted. */
export interface EvaluationCounts {
  /** Queries with judgements. */
  readonly judged: number;
  /** Judged queries with a ranking in the run, be it empty. */
  readonly ranked: number;
  /** Judged queries without a ranking. */
  readonly missing: number;
  /** Queries of the run without judgements; they are ignored. */
  readonly unjudged: number;
  /** Judged queries without a relevant document; they score 0, as in trec_eval. */
  readonly unanswerable: number;
  /** Hits left out because their document stood higher in the same ranking already. */
  readonly repeatedHits: number;
}

/** The scores of a run: means and values per query. */
export interface Evaluation {
  readonly rule: EvaluationRule;
  readonly means: Scores;
  /** The queries that the means are over, in the order of the judgements. */
  readonly queries: ReadonlyMap<QueryId, Scores>;
  /** Of the measures that pool, by name: what each query adds, in the order of `queries`. */
  readonly pools: ReadonlyMap<string, readonly Pool[]>;
  readonly counts: EvaluationCounts;
}

/** Scores a run query by query and in the mean. The order of the hits is made again from their scores. */
export const evaluate = (
  run: Run,
  judgements: Judgements,
  measures: readonly Measure[],
  options: Partial<EvaluationRule> = {},
): Evaluation => {
  const rule = checkedRule(options);
  const rankings = new Map<QueryId, GradedRanking>();
  for (const [queryId, grades] of judgements) {
    const hits = run.get(queryId);
    if (hits || rule.missing === 'zero') rankings.set(queryId, gradeRanking(hits ?? [], grades, rule.ties));
  }
  if (rankings.size === 0)
    throw new InputError({
      found: judgements.size === 0 ? 'no judgements' : 'no ranking for any judged query',
      expected: 'at least one query to average over',
      fix: 'check that run and judgements use the same query ids',
    });
  const { queries, sums } = scoresOf(measures, rankings);
  const pools = new Map<string, readonly Pool[]>();
  for (const measure of measures)
    if (measure.pooled)
      pools.set(
        measure.name,
        Array.from(rankings.values(), (ranking) => measure.pooled!(ranking)),
      );
  return {
    rule,
    means: Object.fromEntries(
      measures.map(({ name, over }, i) => {
        const pool = pools.get(name);
        const mean = pool ? pooledMean(pool) : sums[i]! / queries.size;
        return [name, over?.all(mean, queries.size) ?? mean];
      }),
    ),
    queries,
    pools,
    counts: countsOf(run, judgements, rankings),
  };
};

/** One measure's scores, query by query: what intervals and tests are computed from. */
export const valuesOf = (evaluation: Evaluation, measure: Measure): Float64Array =>
  Float64Array.from(evaluation.queries.values(), (scores) => lookup('measure', scores, measure.name));

const checkedRule = (options: Partial<EvaluationRule>): EvaluationRule => {
  const rule = { ...DEFAULT_RULE, ...options };
  lookup('missing rule', MISSING_RULES, rule.missing);
  lookup('tie rule', TIE_RULES, rule.ties);
  return rule;
};

/** What each query scores by every measure, and the sums over the queries, in the order of the measures. */
const scoresOf = (measures: readonly Measure[], rankings: ReadonlyMap<QueryId, GradedRanking>) => {
  const names = measures.map(({ name }) => name);
  const turned = measures.map(({ over }) => over?.of);
  const sums = new Float64Array(measures.length);
  const queries = new Map<QueryId, Scores>();
  for (const [queryId, ranking] of rankings) {
    const scores: Record<string, number> = {};
    for (let i = 0; i < measures.length; i++) {
      const score = measures[i]!.score(ranking);
      if (!Number.isFinite(score)) throw noNumber(names[i]!, queryId, score);
      scores[names[i]!] = score;
      const of = turned[i];
      sums[i]! += of ? of(score) : score;
    }
    queries.set(queryId, scores);
  }
  return { queries, sums };
};

/** A measure of one's own may give anything; a mean would hide it. */
const noNumber = (measure: string, query: QueryId, score: unknown): InputError =>
  new InputError({
    found: `${measure} of query ${JSON.stringify(query)} is ${String(score)}`,
    expected: 'a number for every query',
    fix: 'let the measure return 0 where it has nothing to count',
  });

const pooledMean = (pools: readonly Pool[]): number => {
  let part = 0;
  let whole = 0;
  for (const pool of pools) {
    part += pool.part;
    whole += pool.whole;
  }
  return whole > 0 ? part / whole : 0;
};

const countsOf = (
  run: Run,
  judgements: Judgements,
  rankings: ReadonlyMap<QueryId, GradedRanking>,
): EvaluationCounts => {
  let ranked = 0;
  for (const queryId of run.keys()) if (judgements.has(queryId)) ranked++;
  let repeatedHits = 0;
  for (const { repeated } of rankings.values()) repeatedHits += repeated;
  let unanswerable = 0;
  for (const grades of judgements.values())
    if (![...grades.values()].some((grade) => grade >= 1)) unanswerable++;
  return {
    judged: judgements.size,
    ranked,
    missing: judgements.size - ranked,
    unjudged: run.size - ranked,
    unanswerable,
    repeatedHits,
  };
};
