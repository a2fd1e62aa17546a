import { InputError, type Judgements, type Run, ranking } from '../../core/index.js';
import {
  type EvaluationRule,
  evaluate,
  type Measure,
  parseTableMeasure,
} from '../../evaluation/measures/index.js';
import {
  type ComparisonOptions,
  comparePaired,
  type PairedComparison,
} from '../../evaluation/statistics/index.js';
import { mustBeSealedRun, readRun } from '../../experiment/results/index.js';
import { type GivenTask, givenJudgements } from '../../tasks/index.js';
import { judgementsIn } from './judged-task.js';

/** A run: rankings by query, plain objects of scores, or a file in any format of runs. */
type GivenRun = Run | PlainRun | string;
type PlainRun = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Judgements: grades by query and document, or a file in any format of judgements. */
type GivenJudgements = Judgements | GivenTask['judgements'] | string;

/** Settings of a comparison of two runs. */
export interface CompareRunsOptions extends Partial<EvaluationRule>, ComparisonOptions {
  /** By default `nDCG@10`. */
  readonly measure?: string | Measure;
}

/** Run B against run A, in the mean and query by query. */
export interface RunsComparison extends PairedComparison {
  readonly measure: string;
  /** What both runs score on each query, in the order of the judgements. */
  readonly perQuery: ReadonlyMap<string, { readonly a: number; readonly b: number }>;
}

/**
 * Compares two runs on judgements: what `r2med compare a.run b.run --judgements FILE` does. A run that ranks no judged query is an
 * error, since its scores would say nothing of it.
 * @example
 * import { compareRuns } from 'r2med';
 *
 * const judgements = { q1: { gout: 1 }, q2: { anaemia: 1 } };
 * const a = { q1: { gout: 2, anaemia: 1 }, q2: { gout: 2, anaemia: 1 } };
 * const b = { q1: { gout: 2 }, q2: { anaemia: 3, gout: 1 } };
 * const { difference, interval, randomisation } = await compareRuns(a, b, judgements);
 * console.log(difference, [interval.low, interval.high], randomisation.p);
 */
export const compareRuns = async (
  a: GivenRun,
  b: GivenRun,
  judgements: GivenJudgements,
  { measure = 'nDCG@10', missing = 'zero', ties = 'id-descending', ...options }: CompareRunsOptions = {},
): Promise<RunsComparison> => {
  const measured = typeof measure === 'string' ? parseTableMeasure(measure) : measure;
  const grades =
    typeof judgements === 'string'
      ? (await judgementsIn(judgements)).judgements
      : givenJudgements(judgements);
  const scoresOf = async (name: string, given: GivenRun): Promise<ReadonlyMap<string, number>> => {
    const scored = evaluate(await runOf(name, given), grades, [measured], { missing, ties });
    if (scored.counts.ranked === 0) throw nothingJudged(name, given);
    return new Map([...scored.queries].map(([query, scores]) => [query, scores[measured.name]!]));
  };
  const [ofA, ofB] = [await scoresOf('A', a), await scoresOf('B', b)];
  const perQuery = new Map(
    [...ofA].flatMap(([query, score]) =>
      ofB.has(query) ? [[query, { a: score, b: ofB.get(query)! }] as const] : [],
    ),
  );
  if (perQuery.size === 0)
    throw new InputError({
      found: 'no judged query that both runs rank',
      fix: "compare with missing: 'zero'",
    });
  const scores = [...perQuery.values()];
  const paired = { a: scores.map((each) => each.a), b: scores.map((each) => each.b) };
  return { measure: measured.name, ...comparePaired(paired, options), perQuery };
};

const runOf = async (name: string, given: GivenRun): Promise<Run> => {
  if (typeof given === 'string') {
    await mustBeSealedRun(given);
    return (await readRun(given)).run;
  }
  const run: Run =
    given instanceof Map
      ? given
      : new Map(
          Object.entries(given as PlainRun).map(([query, scores]) => [
            query,
            ranking(Object.entries(scores).map(([docId, score]) => ({ docId, score }))),
          ]),
        );
  for (const [query, hits] of run)
    for (const { docId, score } of hits)
      if (!Number.isFinite(score))
        throw new InputError({
          found: `score ${score} of document "${docId}" for query "${query}" in run ${name}`,
          expected: 'a finite number',
          fix: 'leave out documents that have no score',
        });
  return run;
};

const nothingJudged = (name: string, given: GivenRun): InputError =>
  new InputError({
    ...(typeof given === 'string' && { at: { file: given } }),
    found: `run ${name} ranks no judged query`,
    expected: 'query ids of the judgements',
    fix: 'check that run and judgements use the same query ids',
  });
