import { canonicalJson, groupBy, InputError, type Json, type JsonObject, own } from '../../core/index.js';
import {
  type ComparisonOptions,
  compareMacro,
  holm,
  type Interval,
} from '../../evaluation/statistics/index.js';
import { factsOf, type Result } from '../../experiment/record/index.js';
import { paretoFront } from './pareto.js';
import { indexBytes } from './system-cost.js';

/** What a table of efficiency shows. */
export interface VectorEfficiencyView {
  readonly measure: string;
  /** Order of the tasks; others follow in the order of appearance. */
  readonly tasks?: readonly string[];
  readonly comparison?: ComparisonOptions;
}

/** A model's vectors in one form: whole, or smaller. */
export interface VectorEfficiencyRow {
  readonly system: string;
  readonly name: string;
  /** The system with whole vectors that this is a form of, or is. */
  readonly base: string;
  /** Unweighted mean over the tasks. */
  readonly mean: number;
  /** From the whole vectors, query by query; absent for these themselves. */
  readonly change?: {
    readonly difference: number;
    readonly interval: Interval;
    /** Two-sided paired randomisation test. */
    readonly p: number;
    /** Corrected over all rows. */
    readonly pHolm: number;
  };
  readonly bytesPerDocument: number;
  /** Of those of the whole vectors. */
  readonly bytesShare: number;
  /** From a query's vector to its ranking, on the machine that ran it; absent in records that do not say. */
  readonly secondsPerQuery?: number;
  /** Of that of the whole vectors. */
  readonly timeShare?: number;
  /** No other row is as good and as small and better in one; the same with time in place of size. */
  readonly front: { readonly bytes: boolean; readonly seconds: boolean };
}

/** What smaller vectors cost in quality, per system. */
export interface VectorEfficiency {
  readonly measure: string;
  readonly tasks: readonly string[];
  /** Each base with its forms behind it, these by name. */
  readonly rows: readonly VectorEfficiencyRow[];
  /** Systems that are left out, and why. */
  readonly left: readonly string[];
}

/** What smaller forms of vectors cost in quality and save in bytes and time, from records alone. */
export const vectorEfficiency = (
  results: readonly Result[],
  view: VectorEfficiencyView,
): VectorEfficiency => {
  const { families, left } = familiesOf(results);
  const bases = families.map(({ base }) => base);
  const shared = [...(bases[0]?.keys() ?? [])].filter((task) => bases.every((base) => base.has(task)));
  const tasks = [...new Set([...(view.tasks ?? []).filter((task) => shared.includes(task)), ...shared])];
  if (tasks.length === 0)
    throw new InputError({
      found: bases.length
        ? 'models run on different tasks'
        : 'no result of a model with whole dense or sparse vectors',
      fix: 'r2med nano efficiency --suite sample --retriever module:examples/own-model.mjs',
    });
  const lacking: string[] = [];
  const rows = families.flatMap(({ base, forms }) => {
    const whole = measured(base, tasks, view);
    const complete = forms.filter((form) => {
      const missing = tasks.filter((task) => !form.has(task));
      if (missing.length > 0) lacking.push(`${nameOf(form)} lacks ${missing.join(', ')}`);
      return missing.length === 0;
    });
    return [
      { ...whole, base: whole.system, bytesShare: 1, ...timeShare(whole, whole) },
      ...complete.map((form) => {
        const found = measured(form, tasks, view);
        const { difference, interval, randomisation } = compareMacro(
          tasks.map((task) => pairedScores(base.get(task)!, form.get(task)!, view.measure)),
          view.comparison,
        );
        return {
          ...found,
          base: whole.system,
          change: { difference, interval, p: randomisation.p },
          bytesShare: found.bytesPerDocument / whole.bytesPerDocument,
          ...timeShare(found, whole),
        };
      }),
    ];
  });
  return { measure: view.measure, tasks, rows: withFronts(corrected(rows)), left: [...left, ...lacking] };
};

type ByTask = ReadonlyMap<string, Result>;

interface Family {
  readonly base: ByTask;
  readonly forms: readonly ByTask[];
}

const nameOf = (results: ByTask): string => [...results.values()][0]!.record.name;

/** Systems with whole vectors, each with the systems that search smaller forms of the same vectors. */
const familiesOf = (results: readonly Result[]) => {
  // The same order whether forms were just run or are read from a folder; `truncate:64` before `truncate:128`.
  const byName = new Intl.Collator('en', { numeric: true });
  const systems = [...groupBy(results, ({ record }) => record.system).values()];
  const known = systems.flatMap((own) => {
    const form = vectorFormOf(own[0]!);
    return form ? [{ own, isBase: form.isBase, keys: own.map((each) => vectorFormOf(each)?.key) }] : [];
  });
  const byTask = (own: readonly Result[]): ByTask =>
    new Map(own.map((each) => [each.record.task.name, each]));
  const bases = known.filter(({ isBase }) => isBase);
  const isFormOf = (form: (typeof known)[number], base: (typeof known)[number]): boolean =>
    form.keys.some((key) => base.keys.includes(key));
  const forms = known.filter(({ isBase }) => !isBase);
  const families: readonly Family[] = bases.map((base) => ({
    base: byTask(base.own),
    forms: forms
      .filter((form) => isFormOf(form, base))
      .map(({ own }) => byTask(own))
      .sort((a, b) => byName.compare(nameOf(a), nameOf(b))),
  }));
  const left = forms
    .filter((form) => !bases.some((base) => isFormOf(form, base)))
    .map(({ own }) => `${own[0]!.record.name} has no result with full vectors`);
  return { families, left };
};

const measured = (system: ByTask, tasks: readonly string[], { measure }: VectorEfficiencyView) => {
  const own = tasks.map((task) => system.get(task)!);
  const sum = (of: (result: Result) => number): number => own.reduce((total, each) => total + of(each), 0);
  const { system: slug, name } = own[0]!.record;
  const texts = sum(({ record }) => factsOf(record.facts).distinctTexts ?? 0);
  const seconds = own.map(({ record }) => factsOf(record.facts).searchSeconds);
  const queries = sum(({ record }) => record.task.queries);
  return {
    system: slug,
    name,
    mean: sum((result) => scoreOf(result, measure)) / own.length,
    bytesPerDocument: sum(({ record }) => indexBytes(record.facts) ?? Number.NaN) / texts,
    ...(seconds.every((each) => each !== undefined) && {
      secondsPerQuery: seconds.reduce((total, each) => total + each, 0) / queries,
    }),
  };
};

const scoreOf = ({ record }: Result, measure: string): number => {
  const score = record.scores[measure];
  if (score !== undefined) return score;
  throw new InputError({
    found: `no ${measure} in the record of ${record.name} on ${record.task.name}`,
    expected: `one of ${Object.keys(record.scores).join(', ')}`,
    fix: 'choose one of these with --measure',
  });
};

const pairedScores = (base: Result, form: Result, measure: string) => {
  const scores = new Map(form.queries.map((query) => [query.id, query.scores[measure]]));
  const both = base.queries.filter(({ id }) => scores.get(id) !== undefined);
  return { a: both.map((query) => query.scores[measure]!), b: both.map((query) => scores.get(query.id)!) };
};

type Timed = { readonly secondsPerQuery?: number };

const timeShare = (form: Timed, whole: Timed): { readonly timeShare?: number } =>
  form.secondsPerQuery !== undefined && whole.secondsPerQuery
    ? { timeShare: form.secondsPerQuery / whole.secondsPerQuery }
    : {};

type Uncorrected = Omit<VectorEfficiencyRow, 'front' | 'change'> & {
  readonly change?: Omit<NonNullable<VectorEfficiencyRow['change']>, 'pHolm'>;
};

const corrected = (rows: readonly Uncorrected[]): readonly Omit<VectorEfficiencyRow, 'front'>[] => {
  const ps = holm(rows.flatMap(({ change }) => (change ? [change.p] : [])));
  let place = 0;
  return rows.map(({ change, ...row }) =>
    change ? { ...row, change: { ...change, pHolm: ps[place++]! } } : row,
  );
};

const withFronts = (rows: readonly Omit<VectorEfficiencyRow, 'front'>[]): readonly VectorEfficiencyRow[] => {
  const front = (cost: (row: Omit<VectorEfficiencyRow, 'front'>) => number) =>
    new Set(paretoFront(rows, { maximise: [({ mean }) => mean], minimise: [cost] }));
  const bytes = front(({ bytesPerDocument }) => bytesPerDocument);
  const seconds = front(({ secondsPerQuery }) => secondsPerQuery ?? Number.POSITIVE_INFINITY);
  return rows.map((row) => ({ ...row, front: { bytes: bytes.has(row), seconds: seconds.has(row) } }));
};

/** What makes a form of a model's vectors a smaller one, by the retriever that searches them. */
const SMALLER: Readonly<Record<string, readonly string[]>> = {
  dense: ['variant', 'rescored', 'tiesAtCutOff'],
  sparse: ['maxActiveDims'],
};

/** What results of one model share: task, rule, and the system but for the form of its vectors. */
interface VectorForm {
  readonly key: string;
  /** Whether the vectors are whole. */
  readonly isBase: boolean;
}

/** Undefined for a system without vectors that have smaller forms. */
const vectorFormOf = ({ record }: Result): VectorForm | undefined => {
  const spec = record.spec as Json;
  const stages: readonly Json[] = Array.isArray(spec) ? spec : [spec as Json];
  const places = stages.map((stage) => own(SMALLER, retrieverOf(stage) ?? '') !== undefined);
  if (!places.includes(true)) return undefined;
  const whole = stages.map((stage, i) => (places[i] ? without(stage as JsonObject) : stage));
  const { name, contentHash } = record.task;
  const { ties, missing } = record.evaluation;
  return {
    key: canonicalJson([name, contentHash, ties, missing, whole]),
    isBase: stages.every((stage, i) => !places[i] || isWhole(stage as JsonObject)),
  };
};

const retrieverOf = (stage: Json): string | undefined => {
  if (stage === null || typeof stage !== 'object' || Array.isArray(stage)) return undefined;
  const { retriever } = stage as JsonObject;
  return typeof retriever === 'string' && Object.hasOwn(SMALLER, retriever) ? retriever : undefined;
};

const without = (stage: JsonObject): JsonObject => {
  const left = own(SMALLER, retrieverOf(stage)!)!;
  return Object.fromEntries(Object.entries(stage).filter(([name]) => !left.includes(name)));
};

const isWhole = ({ variant, maxActiveDims }: JsonObject): boolean =>
  variant === undefined && Object.keys((maxActiveDims as JsonObject | undefined) ?? {}).length === 0;
