import { InputError, type Task, type Tools } from '../../core/index.js';
import { parseMeasure } from '../../evaluation/measures/index.js';
import type { PairedComparison } from '../../evaluation/statistics/index.js';
import { type Candidate, candidatesOf, type TuningPlan } from '../../experiment/plans/index.js';
import type { Result } from '../../experiment/record/index.js';
import {
  mustBeComplete,
  planRequest,
  type RequestPlan,
  type RunRequest,
  runRequestPlan,
} from '../../experiment/running/index.js';
import { type CrossValidation, crossValidate } from './cross-validate.js';
import { type Folds, foldsOf, type Validation } from './folds.js';
import type { TriedTask } from './tried-task.js';

/** What is to be tuned, on which tasks, and how the queries that are reported on are kept apart. */
export interface TuningRequest extends Omit<RunRequest, 'system' | 'experiment'> {
  /** A system with open settings: `bm25(k1=?, b=0.2..0.8)`. */
  readonly open: string;
  readonly validation: Validation;
  /** How many settings are tried, besides the usual ones. */
  readonly trials: number;
  readonly tuningSeed: number;
}

/** All that tuning runs. */
export interface PlannedTuning {
  readonly request: TuningRequest;
  readonly tuning: TuningPlan;
  readonly plan: RequestPlan;
}

/** What was tuned on what, and what it gains: the file that `r2med tune` writes. */
export interface TuningResult {
  readonly version: 1;
  readonly system: string;
  readonly measure: string;
  /** How queries were kept apart; `same queries` is no estimate of what the settings do on others. */
  readonly validation: Validation;
  readonly trials: number;
  readonly seed: number;
  readonly tasks: readonly {
    readonly name: string;
    readonly contentHash: string;
    readonly queries: number;
  }[];
  /** With the usual settings. */
  readonly untuned: Candidate & { readonly score: number };
  /** On queries that the settings were not chosen with, unless `validation` says otherwise. */
  readonly tuned: { readonly score: number };
  readonly gain: PairedComparison & Pick<CrossValidation, 'p' | 'isGain'>;
  /** Part by part: what was chosen on the others, and what it scores here. */
  readonly folds: readonly (Omit<CrossValidation['folds'][number], 'chosen'> & {
    readonly fold: string;
    readonly chosen: string;
  })[];
  /** Chosen on all queries, to be used on others: it has no score here. */
  readonly best: Candidate;
  readonly candidates: readonly Candidate[];
  readonly queries: readonly {
    readonly task: string;
    readonly id: string;
    readonly fold: string;
    readonly untuned: number;
    readonly tuned: number;
  }[];
}

/** The systems that tuning tries on its tasks, every one checked; nothing is opened. */
export const planTuning = async (request: TuningRequest): Promise<PlannedTuning> => {
  const { open, validation: _, trials, tuningSeed, ...rest } = request;
  const measure = parseMeasure(request.measure ?? 'nDCG@10');
  if (measure.pooled)
    throw new InputError({
      found: `${measure.name}: it has no score for single queries`,
      expected: 'a measure that is a mean over queries, as nDCG@10',
      fix: 'tune by nDCG@10',
    });
  const tuning = candidatesOf(open, trials, tuningSeed);
  const systems = [tuning.untuned, ...tuning.candidates].map(({ system }) => system);
  const plan = await planRequest({ ...rest, system: [...new Set(systems)] });
  return { request, tuning, plan };
};

/** Runs all that is tried, and says what the choice among it gains. */
export const tune = async (
  { request, tuning, plan }: PlannedTuning,
  tools: Tools,
  retry?: () => string,
): Promise<TuningResult> => {
  let folds: Folds | undefined;
  const { tasks, done } = await runRequestPlan(plan, tools, (opened) => {
    folds = foldsOf(opened, request.validation);
  });
  mustBeComplete(
    done.map(({ result }) => result),
    retry,
  );
  const results = new Map<string, Result>(
    done.map(({ planned, result }) => [`${planned.system}\n${result.record.task.name}`, result]),
  );
  const { names } = folds!;
  const measure = plan.measure.name;
  const tried = tasks.map((task) => triedTask(task, tuning, folds!, measure, results));
  const found = crossValidate(tried, names.length, { same: request.validation.by === 'same queries' });
  const { best, gain, p, isGain } = found;
  return {
    version: 1,
    system: tuning.system,
    measure,
    validation: request.validation,
    trials: request.trials,
    seed: request.tuningSeed,
    tasks: tasks.map(({ name, contentHash }, i) => ({ name, contentHash, queries: tried[i]!.part.length })),
    untuned: { ...tuning.untuned, score: gain.a },
    tuned: { score: gain.b },
    gain: { ...gain, p, isGain },
    folds: found.folds.map(({ chosen, ...fold }, i) => ({
      fold: names[i]!,
      chosen: tuning.candidates[chosen]!.system,
      ...fold,
    })),
    best: tuning.candidates[best]!,
    candidates: tuning.candidates,
    queries: tried.flatMap(({ name, ids, part, untuned }, task) =>
      ids.map((id, i) => ({
        task: name,
        id,
        fold: names[part[i]!]!,
        untuned: untuned[i]!,
        tuned: found.tuned[task]![i]!,
      })),
    ),
  };
};

const triedTask = (
  { name }: Task,
  { untuned, candidates }: TuningPlan,
  { partOf }: Folds,
  measure: string,
  results: ReadonlyMap<string, Result>,
): TriedTask & { readonly ids: readonly string[] } => {
  const scoresBy = (system: string): ReadonlyMap<string, number> =>
    new Map(results.get(`${system}\n${name}`)!.queries.map(({ id, scores }) => [id, scores[measure]!]));
  const usual = scoresBy(untuned.system);
  const ids = [...usual.keys()];
  const inOrder = (scores: ReadonlyMap<string, number>): Float64Array =>
    Float64Array.from(ids, (id) => scores.get(id) ?? 0);
  return {
    name,
    ids,
    // A judged query that the query file lacks scores 0 whatever is tuned.
    part: ids.map((id) => partOf.get(name)?.get(id) ?? 0),
    untuned: inOrder(usual),
    scores: candidates.map(({ system }) => inOrder(scoresBy(system))),
  };
};
