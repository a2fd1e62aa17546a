import { z } from 'zod';

/** Made when a file is read: a schema takes longer to make than most commands need to start. */
const schemas = () => {
  const Count = z.int().nonnegative();

  const Counts = z.strictObject({
    queries: Count,
    /** Corpus rows. */
    documents: Count,
    /** Rows left when a repeated id counts once. */
    uniqueDocuments: Count,
    judgements: Count,
  });

  const Spread = z.strictObject({
    min: z.number(),
    mean: z.number(),
    median: z.number().optional(),
    max: z.number(),
  });

  /** Lengths of texts in code points. */
  const Characters = Spread.extend({ total: Count.optional(), uniqueTexts: Count.optional() });

  const Source = z.discriminatedUnion('from', [
    z.strictObject({ from: z.literal('package'), folder: z.string() }),
    z.strictObject({ from: z.literal('hub'), repository: z.string(), revision: z.string().length(40) }),
    z.strictObject({
      from: z.literal('parquet'),
      repository: z.string(),
      /** NanoR2MED's publisher names no revision. */
      revision: z.null(),
      split: z.string(),
    }),
  ]);

  const Family = z.enum(['qa', 'evidence', 'case']);

  /** What a task is, in whichever suite. */
  const TaskKind = z.strictObject({
    name: z.string(),
    /** For a column's heading. */
    short: z.string().max(8),
    /** Keys of the reference implementation's own prompt tables, which differ from its public names for six of eight tasks. */
    aliases: z.array(z.string()),
    family: Family,
    /** Words that prompts call its queries and documents by. */
    labels: z.strictObject({
      query: z.enum(['Post', 'Exam', 'Case']),
      document: z.enum(['Passage', 'Similar Case']),
      subject: z.string(),
    }),
    /** Another benchmark's task with the same data. */
    sameAs: z.string().optional(),
  });

  /** What a suite says of one of its tasks. */
  const SuiteTask = z.strictObject({
    task: z.string(),
    source: Source,
    licence: z.string().optional(),
    mtebTask: z.string().optional(),
    sourceDates: z.tuple([z.iso.date(), z.iso.date()]).optional(),
    counts: Counts,
    positivesPerQuery: Spread.optional(),
    characters: z.strictObject({ query: Characters, document: Characters }).optional(),
  });

  const Suite = z.strictObject({
    title: z.string(),
    about: z.string(),
    sources: z.array(
      z.strictObject({
        project: z.string(),
        revision: z.string(),
        paths: z.array(z.string()),
        gives: z.string(),
      }),
    ),
    tasks: z.array(SuiteTask),
  });

  /** `data/tasks.json`. */
  const TaskRegistryFile = z.strictObject({
    version: z.literal(1),
    families: z.record(Family, z.string()),
    tasks: z.array(TaskKind),
    suites: z.record(z.string(), Suite),
  });

  return { TaskRegistryFile, Counts, Source, TaskKind, SuiteTask, Suite };
};

/** The schema of `data/tasks.json`. */
export const taskRegistryFile = () => schemas().TaskRegistryFile;

type Schemas = ReturnType<typeof schemas>;
/** How many queries, documents and judgements a task has. */
export type TaskCounts = Readonly<z.infer<Schemas['Counts']>>;
export type TaskSource = Readonly<z.infer<Schemas['Source']>>;
export type TaskKind = z.infer<Schemas['TaskKind']>;
export type SuiteTask = z.infer<Schemas['SuiteTask']>;
/** Where the facts of a suite were read. */
export type SuiteSource = Readonly<z.infer<Schemas['Suite']>['sources'][number]>;
