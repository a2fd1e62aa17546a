import { z } from 'zod';

const Score = z.number().min(0).max(1);
const Scores = z.record(z.string(), Score).describe('By task.');

/** `leaderboard.json`: a table of results for other programs. */
export const LeaderboardFile = z
  .strictObject({
    version: z.literal(1),
    tool: z.string(),
    suite: z.string(),
    measure: z.string(),
    tasks: z.array(z.string()),
    meanOf: z.array(z.string()).describe('Those of the tasks that means are over.'),
    systems: z.array(
      z.strictObject({
        system: z.string().describe('File-safe name.'),
        name: z.string().describe('The pipeline as it is written.'),
        mean: Score.optional().describe(
          'Over the tasks of meanOf; absent when one is missing or incomplete.',
        ),
        interval: z
          .tuple([z.number(), z.number()])
          .optional()
          .describe('95 % bootstrap interval of the mean.'),
        meanOfQueries: Score.optional(),
        meanWithoutBiology: Score.optional(),
        families: z.record(z.string(), Score),
        scores: Scores,
        incomplete: Scores.optional().describe('Scores of results in which work failed, by task.'),
        missingTasks: z.array(z.string()),
        cost: z.strictObject({
          secondsPerQuery: z.number().optional(),
          openSeconds: z.number(),
          tokensIn: z.number().optional(),
          tokensOut: z.number().optional(),
          usd: z.number().optional(),
          indexBytes: z.number().optional(),
        }),
        fingerprints: z
          .record(z.string(), z.string())
          .describe('By task; equal fingerprints, equal results.'),
      }),
    ),
    published: z.array(
      z.strictObject({
        id: z.string(),
        name: z.string(),
        kind: z.enum(['retriever', 'gar', 'reranker']),
        source: z.string(),
        title: z.string(),
        date: z.string().optional(),
        protocol: z.string().describe('How it was run; rows of different protocols are different settings.'),
        caveats: z.array(z.string()),
        marks: z.array(z.string()),
        mean: Score.optional(),
        meanIs: z.enum(['computed', 'printed']).optional(),
        scores: Scores,
        missingTasks: z.array(z.string()),
      }),
    ),
  })
  .describe('A table of retrieval results. Scores are on the scale from 0 to 1, unrounded.');
/** `leaderboard.json`: a table of results for other programs. */
export type LeaderboardFile = z.infer<typeof LeaderboardFile>;

/** The JSON Schema of `leaderboard.json`. */
export const leaderboardJsonSchema = () => ({
  title: 'r2med leaderboard',
  ...z.toJSONSchema(LeaderboardFile, { target: 'draft-7' }),
});
