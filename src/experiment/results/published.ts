import { readdirSync } from 'node:fs';
import { z } from 'zod';
import { isJsonObject, once } from '../../core/index.js';
import { dataPath, packageData } from '../../platform/node/index.js';
import { keyedBy } from '../record/index.js';
import { PAPERS } from './papers.js';

/** Zod takes as long for these thousands of numbers as the page for all its rows. */
const areScores = (scores: unknown): boolean =>
  isJsonObject(scores) && Object.values(scores).every(Number.isFinite);

/** Made when a file is read: a schema takes longer to make than most commands need to start. */
const schemas = () => {
  const PublishedSystem = z.strictObject({
    /** Our name for the same pipeline. */
    system: z.string(),
    /** The same as a system's text, where that is not the name. */
    expression: z.string().optional(),
    kind: z.enum(['retriever', 'gar', 'reranker']),
    config: z.string(),
    retriever: z.string(),
    method: z.string().optional(),
    llm: z.string().optional(),
    reranker: z.string().optional(),
    depth: z.int().optional(),
    modelRevision: z.string().optional(),
    status: z.enum(['current', 'removed-upstream']),
    sameAs: z.string().optional(),
    differsFrom: z.string().optional(),
    notes: z.array(z.string()).optional(),
    origin: z.strictObject({
      project: z.string(),
      revision: z.string(),
      path: z.string(),
      row: z.int().optional(),
    }),
    /** Task → measure → score on the 0..1 scale. */
    scores: keyedBy(keyedBy(z.number()), areScores),
    /** Measure → mean over the tasks, each weighted by its queries, where the source prints it. */
    queryWeighted: z.record(z.string(), z.number()).optional(),
    /** Task → queries whose list ends with a positive that was put there, of lists that have such. */
    safeguards: z.record(z.string(), z.int()).optional(),
  });

  const PublishedSource = z.strictObject({
    source: z.string(),
    from: z.string(),
    /** How its systems were run. */
    protocol: z.string(),
    /** When its rows were first published, where that is known. */
    date: z.iso.date().optional(),
    /** Whose tasks these are. */
    suite: z.string().default('r2med'),
    /** Decimals the source prints: two scores are the same when they agree to these. */
    decimals: z.int(),
    systems: z.array(PublishedSystem),
  });

  return { PublishedSource, PublishedSystem };
};

type Schemas = ReturnType<typeof schemas>;

/** A published table of results. */
export type PublishedSource = z.infer<Schemas['PublishedSource']>;
/** A system's row in a published table. */
export type PublishedSystem = z.infer<Schemas['PublishedSystem']>;

/** Every table of `data/published/` on a suite's tasks: the folder is read, so a new source is one file. */
export const publishedSources = (suite = 'r2med'): readonly PublishedSource[] =>
  allSources().filter((source) => source.suite === suite);

const allSources = once((): readonly PublishedSource[] => {
  const { PublishedSource } = schemas();
  return readdirSync(dataPath('published'))
    .filter((file) => file.endsWith('.json') && file !== PAPERS)
    .sort()
    .map((file) => packageData(`published/${file}`, PublishedSource));
});

/** A published system with the source it is from. */
export interface PublishedRow {
  readonly source: string;
  readonly decimals: number;
  readonly row: PublishedSystem;
}

/** The rows published for one of our systems, one per source that has it. */
export const publishedRows = (
  system: string,
  sources: readonly PublishedSource[] = publishedSources(),
): readonly PublishedRow[] =>
  sources.flatMap(({ source, decimals, systems }) =>
    systems.filter((row) => row.system === system).map((row) => ({ source, decimals, row })),
  );

export type Verdict = 'same' | 'higher' | 'lower';

/** Two-sided: higher than published is a difference to explain, not a success. `room`: what the number type of its model allows. */
export const verdict = (published: number, ours: number, decimals: number, room = 1e-9): Verdict => {
  // Half a unit of the last printed decimal, and room for the rounding of that half itself.
  const tolerance = 0.5 * 10 ** -decimals + room;
  if (Math.abs(ours - published) <= tolerance) return 'same';
  return ours > published ? 'higher' : 'lower';
};
