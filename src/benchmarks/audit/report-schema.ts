import { z } from 'zod';
import type { AuditReport } from '../../experiment/record/index.js';

const Text = z.string();
const Count = z.int().nonnegative();
const Pair = z.tuple([z.number(), z.number()]);

/** Fields of one kind, by their names. */
const fields = <Schema extends z.ZodType>(schema: Schema, names: string) =>
  Object.fromEntries(names.split(' ').map((name) => [name, schema]));

const Example = z.strictObject({
  query: Text.optional(),
  documents: z.array(Text).optional(),
  detail: Text,
  text: Text.optional(),
});

const Check = z.strictObject({
  ...fields(Text, 'name title definition'),
  severity: z.enum(['error', 'warning', 'note']),
  ...fields(Count, 'found of'),
  unit: Text,
  fix: Text.optional(),
  examples: z.array(Example),
  notApplicable: Text.optional(),
  tested: Text.optional(),
});

const Figure = z.strictObject({
  ...fields(Text, 'name title definition'),
  unit: z.enum(['share', 'rank', 'score', 'difference', 'count']),
  queries: Count,
  mean: z.number(),
  interval: Pair,
  quartiles: z.tuple([z.number(), z.number(), z.number()]),
  histogram: z.strictObject({ edges: z.array(z.number()), counts: z.array(Count) }),
  examples: z.array(
    z.strictObject({
      query: Text,
      document: Text.optional(),
      value: z.number(),
      shared: z.array(Text).optional(),
    }),
  ),
});

const Estimate = z.strictObject({ value: z.number(), interval: Pair }).nullable();

const Dependence = z.strictObject({
  ...fields(Text, 'system measure'),
  queries: Count,
  ...fields(Estimate, 'correlation slope'),
  quarters: z.array(z.strictObject({ ...fields(z.number(), 'overlap score'), queries: Count })),
});

const Reasoning = z.strictObject({
  headline: Figure.nullable(),
  groups: z.array(z.strictObject({ ...fields(Text, 'name question reading'), figures: z.array(Figure) })),
  dependence: z.array(Dependence),
  missing: z.array(Text),
  queries: z.array(
    z.strictObject({
      query: Text,
      ...fields(z.number(), 'need overlap queryTokens documentTokens'),
      relevant: Count,
    }),
  ),
});

const LeakagePart = z.strictObject({
  name: Text,
  rule: z.enum([
    ...['exact', 'n-gram', 'near-duplicate', 'holds', 'reworded', 'vectors'],
    ...['same-diagnosis', 'same-case'],
  ] as const),
  definition: Text,
  ...fields(Count, 'found of'),
  examples: z.array(z.strictObject({ here: Text, there: Text, share: z.number(), text: Text })),
});

const Settings = z
  .object({ seed: z.number(), analyzer: Text })
  .catchall(z.union([Text, z.number(), z.boolean(), z.array(Text)]));

/** A saved report is read before it is shown: the page and the terminal rely on every field. */
export const AuditReportSchema = z.strictObject({
  version: z.literal(1),
  task: z.strictObject({
    ...fields(Text, 'name suite revision contentHash'),
    ...fields(Count, 'queries documents judgements answers'),
  }),
  settings: Settings,
  checks: z.array(Check),
  reasoning: Reasoning.optional(),
  leakage: z.array(
    z.strictObject({ with: Text, texts: Count, parts: z.array(LeakagePart), notes: z.array(Text) }),
  ),
  tool: Text,
  at: z.iso.datetime(),
}) as unknown as z.ZodType<AuditReport>;
