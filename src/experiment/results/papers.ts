import { z } from 'zod';
import { once } from '../../core/index.js';
import { packageData } from '../../platform/node/index.js';

/** Made when a file is read: a schema takes longer to make than most commands need to start. */
const schemas = () => {
  const Score = z.number().min(0).max(1);
  const Day = z.string().regex(/^\d{4}-\d{2}(-\d{2})?$/);

  const PaperRow = z
    .strictObject({
      /** As the paper names it; unique among all papers. */
      system: z.string(),
      /** The same as a system's text, where registered models run it; for `reproduce`. */
      expression: z.string().optional(),
      retriever: z.string(),
      reranker: z.string().optional(),
      /** Who generated text for the queries. */
      llm: z.string().optional(),
      /** Of the model that the row is about. */
      parameters: z.int().positive().optional(),
      /** What is known of how it was run. */
      protocol: z.string(),
      howRead: z.string(),
      line: z.int().optional(),
      /** What the printed mean is over, in words. */
      meanOver: z.string(),
      /** As printed, over `tasks`. */
      mean: Score.optional(),
      tasks: z.array(z.string()).optional(),
      scores: z.record(z.string(), Score).optional(),
      caveats: z.array(z.string()).optional(),
      /** The row of another paper that this one only repeats. */
      repeats: z.string().optional(),
    })
    .refine(({ mean, tasks }) => (mean === undefined) === (tasks === undefined), {
      error: 'a mean says which tasks it is over',
    });

  const Paper = z.strictObject({
    id: z.string().regex(/^[a-z0-9-]+$/),
    title: z.string(),
    url: z.string().optional(),
    repository: z.string().optional(),
    commit: z.string().optional(),
    version: z.string().optional(),
    path: z.string().optional(),
    table: z.string().optional(),
    /** Of the version that was read. */
    date: Day,
    /** Of the first version, where the one that was read is a later one: for arXiv, the month that its number begins with. */
    first: Day.optional(),
    rows: z.array(PaperRow).min(1),
  });

  const Papers = z.strictObject({ suite: z.string(), measure: z.string(), papers: z.array(Paper) });

  return { Papers, Paper, PaperRow };
};

type Schemas = ReturnType<typeof schemas>;

/** A table of a paper or of a project other than R2MED's own, MTEB and HAKARI-Bench. */
export type Paper = z.infer<Schemas['Paper']>;
/** A row of such a table. */
export type PaperRow = z.infer<Schemas['PaperRow']>;

/** Its tables have a shape of their own, since papers print less than result files say. */
export const PAPERS = 'papers.json';

/** The tables of `data/published/papers.json`. */
export const publishedPapers = once(
  (): z.infer<Schemas['Papers']> => packageData(`published/${PAPERS}`, schemas().Papers),
);
