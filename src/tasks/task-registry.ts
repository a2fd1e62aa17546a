import { z } from 'zod';
import { lookup, once } from '../core/index.js';
import { packageData } from '../platform/node/index.js';

/** A task of a suite, as the catalogue knows it before anything is read. */
export interface TaskEntry extends Readonly<TaskKind>, Readonly<Omit<SuiteTask, 'task'>> {
  readonly suite: string;
  readonly familyTitle: string;
}

/** A set of tasks. */
export interface Suite {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  /** Where the facts in its rows were read. */
  readonly sources: readonly SuiteSource[];
  /** In the order of the R2MED paper's tables. */
  readonly tasks: readonly TaskEntry[];
}

/** Kinds of tasks that are scored together. */
export const FAMILIES = ['qa', 'evidence', 'case'] as const;

/** Every suite by name, from `data/tasks.json`. */
export const taskRegistry = once((): Readonly<Record<string, Suite>> => {
  const file = packageData('tasks.json', taskRegistryFile());
  const kinds = Object.fromEntries(file.tasks.map((kind) => [kind.name, kind]));
  return Object.fromEntries(
    Object.entries(file.suites).map(([name, { tasks, ...suite }]) => {
      const rows = tasks.map(({ task, ...row }): TaskEntry => {
        const kind = lookup('task', kinds, task);
        return { ...kind, ...row, suite: name, familyTitle: file.families[kind.family] };
      });
      return [name, { name, ...suite, tasks: rows }];
    }),
  );
});

/** The suite of a name. */
export const suite = (name: string): Suite => lookup('suite', taskRegistry(), name);

/** The entry of a task; case does not matter, and the reference implementation's older keys are understood. */
export const taskEntry = (suiteName: string, taskName: string): TaskEntry => {
  const { tasks } = suite(suiteName);
  const wanted = taskName.toLowerCase();
  const known = tasks.find(({ name, aliases }) =>
    [name, ...aliases].some((spelling) => spelling.toLowerCase() === wanted),
  );
  return known ?? lookup('task', Object.fromEntries(tasks.map((entry) => [entry.name, entry])), taskName);
};

/** Made when a file is read: a schema takes longer to make than most commands need to start. */
const schemas = () => {
  const Count = z.int().nonnegative();

  /** 0 of what nobody published. */
  const Counts = z.strictObject({
    queries: Count.default(0),
    /** Corpus rows. */
    documents: Count.default(0),
    /** Rows left when a repeated id counts once. */
    uniqueDocuments: Count.default(0),
    judgements: Count.default(0),
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
    /** Any dataset of the hub, as `--data` names it. */
    z.strictObject({ from: z.literal('dataset'), data: z.string(), revision: z.string().length(40) }),
    /** Not on the hub, or not in a form that can be read from there: how to get it. */
    z.strictObject({ from: z.literal('elsewhere'), how: z.string() }),
  ]);

  const Family = z.enum(FAMILIES);

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
      query: z.enum(['Post', 'Exam', 'Case', 'Question', 'Claim', 'Topic']),
      document: z.enum(['Passage', 'Similar Case', 'Article', 'Answer', 'Clinical Trial']),
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
    /** Nobody has compared this row with the data yet: other counts are a note, not an error. */
    unconfirmed: z.literal(true).optional(),
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
const taskRegistryFile = () => schemas().TaskRegistryFile;

type Schemas = ReturnType<typeof schemas>;
/** How many queries, documents and judgements a task has. */
export type TaskCounts = Readonly<z.infer<Schemas['Counts']>>;
export type TaskSource = Readonly<z.infer<Schemas['Source']>>;
type TaskKind = z.infer<Schemas['TaskKind']>;
type SuiteTask = z.infer<Schemas['SuiteTask']>;
/** Where the facts of a suite were read. */
export type SuiteSource = Readonly<z.infer<Schemas['Suite']>['sources'][number]>;
