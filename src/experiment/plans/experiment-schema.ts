import { z } from 'zod';

/** Settings that may differ from run to run. */
export const runSettings = () => ({
  topK: z.int().min(1).optional().describe('Hits kept per query (default: 100).'),
  asPublished: z.boolean().optional().describe('Reproduce known bugs of the reference implementation.'),
  generations: z.string().optional().describe('Generated texts: published, a file or folder, or new.'),
});

const recipeFacts = () =>
  z.strictObject({
    source: z.string().min(1).describe('Paper or repository that it is from, or ours.'),
    published: z
      .strictObject({ system: z.string(), score: z.number() })
      .optional()
      .describe('The row of R2MED that it is held against: mean nDCG@10 of the eight tasks, times 100.'),
    prompts: z
      .strictObject({
        clone: z.string().describe('Repository whose clone `r2med prompts import` reads.'),
        systems: z.array(z.string()).min(1).describe('What runs with `--prompts`, in place of `systems`.'),
      })
      .optional()
      .describe("The source's own prompts, which are imported, not part of r2med."),
    needs: z.array(z.string()).default([]).describe('Memory, keys, files, and lines that start servers.'),
    differs: z.array(z.string()).default([]).describe('What differs from the source.'),
  });

/**
 * An experiment as it is written: systems × tasks × variants. Made when a file is read, since making it takes longer than most
 * starts. Editors complete systems by the examples.
 */
export const experimentSchema = (examples: readonly string[] = []) => {
  const SystemRow = z.union([
    z
      .string()
      .describe('A system, as "hyde(gpt4) > bm25" or "{retriever} > {reranker}({depth})".')
      .meta({ examples }),
    z.strictObject({
      name: z.string().min(1).optional().describe('Its name in the table (default: its expression).'),
      system: z.string().describe('The system itself; may hold {placeholders}.'),
      ...runSettings(),
    }),
  ]);

  const VariantValue = z.union([z.string(), z.number(), z.boolean()]);

  return z
    .strictObject({
      $schema: z.string().optional().describe('For editors.'),
      title: z.string().optional().describe('What the experiment is about, in a line.'),
      suite: z
        .string()
        .optional()
        .describe('Suite whose tasks are run (default: r2med, if there is no data).')
        .meta({ examples: ['r2med', 'nano', 'sample'] }),
      tasks: z
        .array(z.string())
        .min(1)
        .optional()
        .describe('Tasks of the suite (default: all).')
        .meta({ examples: [['Biology', 'PMC-Clinical']] }),
      data: z
        .array(z.string())
        .min(1)
        .optional()
        .describe('Folders in a known format, each a task; paths as on the command line.'),
      systems: z
        .array(SystemRow)
        .min(1)
        .describe('What is run on every task, in any order. {placeholders} take each of their values.'),
      variants: z
        .record(z.string(), z.array(VariantValue).min(1))
        .optional()
        .describe(
          'Values of the placeholders. topK, asPublished and generations may vary too, for all systems.',
        ),
      measures: z
        .array(z.string())
        .min(1)
        .optional()
        .describe('Measures besides the default ones; the table shows the first.')
        .meta({ examples: [['nDCG@10', 'Recall@100']] }),
      missing: z
        .enum(['zero', 'skip'])
        .optional()
        .describe('Score of a judged query that has no ranking (default: zero).'),
      out: z.string().optional().describe('Folder to write records to (default: results).'),
      recipe: recipeFacts()
        .optional()
        .describe('What a known way to search needs, scored, and how ours differs.'),
      ...runSettings(),
    })
    .meta({ title: 'r2med experiment' });
};

/** An experiment as its file says it: tasks, systems, measures. */
export type Experiment = z.infer<ReturnType<typeof experimentSchema>>;

/** The schema for editors, as `schema/experiment.schema.json` holds it; they complete systems by the examples. */
export const experimentJsonSchema = (examples: readonly string[]): unknown =>
  z.toJSONSchema(experimentSchema(examples), { io: 'input' });

/**
 * An experiment in a module, with types.
 * @example
 * import { defineExperiment } from 'r2med';
 *
 * export default defineExperiment({ suite: 'sample', systems: ['bm25', 'lsa'] });
 */
export const defineExperiment = (experiment: Experiment): Experiment => experiment;
