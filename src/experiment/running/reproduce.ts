import { own, type Task, type Tools } from '../../core/index.js';
import { defaultMeasures, type Measure, parseMeasure } from '../../evaluation/measures/index.js';
import type { TaskEntry } from '../../tasks/index.js';
import {
  NUMBER_TYPES,
  type NumberType,
  numberTypeOf,
  type Result,
  specParts,
  widerType,
} from '../record/index.js';
import { type PublishedRow, type Verdict, verdict } from '../results/index.js';
import { type SystemContext, system } from '../systems/index.js';
import type { ReproducibleSystem } from './reproducible-systems.js';
import { type RunOptions, runSystem } from './run-system.js';

/** A published score and ours. */
export interface Comparison {
  readonly source: string;
  readonly task: string;
  readonly measure: string;
  readonly published: number;
  readonly ours: number;
  readonly verdict: Verdict;
  /** Of the published run or of ours, the wider one; its tolerance is added to the printed decimals. */
  readonly numberType: NumberType;
}

/** Compares a result with what was published for the same system and task, measure by measure. */
export const compareWithPublished = (
  { record }: Result,
  { rows, numberType: published = 'exact' }: Pick<ReproducibleSystem, 'rows'> & Partial<ReproducibleSystem>,
): readonly Comparison[] => {
  const numberType = widerType(numberTypeOf(record.spec), published);
  return rows.flatMap(({ source, decimals, row }) =>
    Object.entries(own(row.scores, record.task.name) ?? {}).flatMap(([measure, score]) => {
      const ours = own(record.scores, measure);
      if (ours === undefined) return [];
      const said = verdict(score, ours, decimals, NUMBER_TYPES[numberType].mean);
      return [{ source, task: record.task.name, measure, published: score, ours, verdict: said, numberType }];
    }),
  );
};

/** Settings of a system's models that differ from those its published scores were made with, as far as both are known. */
export const differingModels = (
  { record }: Pick<Result, 'record'>,
  { numberType, rows }: Pick<ReproducibleSystem, 'numberType' | 'rows'>,
): readonly string[] => {
  const own = numberTypeOf(record.spec);
  const revisions = specParts(record.spec).flatMap(({ revision }) =>
    typeof revision === 'string' ? [revision] : [],
  );
  const published = [...new Set(rows.flatMap(({ row }) => row.modelRevision ?? []))];
  const isOther =
    revisions.length > 0 && published.length > 0 && !published.some((each) => revisions.includes(each));
  return [
    ...(own === numberType ? [] : [`number type ${own} here, ${numberType} published`]),
    ...(isOther ? [`model revision ${revisions.join(', ')} here, ${published.join(', ')} published`] : []),
  ];
};

/** Settings of the task that differ from those the published numbers were made with. */
export const differingSettings = async (
  task: Task,
  { counts, source }: TaskEntry,
): Promise<readonly string[]> => {
  const counted = await task.statistics();
  const keys = ['queries', 'documents', 'uniqueDocuments', 'judgements'] as const;
  const differing = keys
    .filter((key) => counted[key] !== counts[key])
    .map((key) => `${counted[key]} ${key} here, ${counts[key]} in the published task`);
  const revision = source.from === 'hub' ? source.revision : undefined;
  return revision && task.revision !== revision
    ? [`revision ${task.revision} here, ${revision} published`, ...differing]
    : differing;
};

/** The deepest cut-off among published measures: how many hits a reproduction must keep. */
export const publishedDepth = (rows: readonly PublishedRow[]): number =>
  Math.max(
    100,
    ...rows.flatMap(({ row }) =>
      Object.values(row.scores).flatMap((scores) =>
        Object.keys(scores).map((name) => Number(name.split('@')[1] ?? 0)),
      ),
    ),
  );

/** Runs a published system on the task of the context as the reference did: as deep, with its bugs, and with every published measure. */
export const runPublished = async (
  { expression, asPublished, rows }: ReproducibleSystem,
  context: SystemContext,
  tools: Tools,
  { out, overwrite = false }: Pick<RunOptions, 'out' | 'overwrite'> = {},
): Promise<Result> => {
  const topK = publishedDepth(rows);
  const built = await system(expression, { ...context, topK, asPublished });
  try {
    const { result } = await runSystem(built, context.task, tools, {
      ...(out !== undefined && { out }),
      overwrite,
      measures: measuresOf(rows, topK),
      // The reference averages over the queries it ranked; with all of them ranked that is the same mean.
      rule: { missing: 'skip' },
    });
    return result;
  } finally {
    await built.close?.();
  }
};

/** The default measures, and what else was published. */
const measuresOf = (rows: readonly PublishedRow[], topK: number): readonly Measure[] => {
  const usual = defaultMeasures(topK);
  const published = rows.flatMap(({ row }) => Object.values(row.scores).flatMap(Object.keys));
  const more = [...new Set(published)].filter((name) => !usual.some((measure) => measure.name === name));
  return [...usual, ...more.map(parseMeasure)];
};
