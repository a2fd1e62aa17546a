import { z } from 'zod';
import type { AuditReport } from '../../experiment/record/index.js';

const Count = z.int().nonnegative();
const Pair = z.tuple([z.number(), z.number()]);

const Example = z.strictObject({
  query: z.string().optional(),
  documents: z.array(z.string()).optional(),
  detail: z.string(),
  text: z.string().optional(),
});

const Check = z.strictObject({
  name: z.string(),
  title: z.string(),
  definition: z.string(),
  severity: z.enum(['error', 'warning', 'note']),
  found: Count,
  of: Count,
  unit: z.string(),
  fix: z.string().optional(),
  examples: z.array(Example),
  notApplicable: z.string().optional(),
});

const Figure = z.strictObject({
  name: z.string(),
  title: z.string(),
  definition: z.string(),
  unit: z.enum(['share', 'rank', 'score', 'difference', 'count']),
  queries: Count,
  mean: z.number(),
  interval: Pair,
  quartiles: z.tuple([z.number(), z.number(), z.number()]),
  histogram: z.strictObject({ edges: z.array(z.number()), counts: z.array(Count) }),
  examples: z.array(
    z.strictObject({
      query: z.string(),
      document: z.string().optional(),
      value: z.number(),
      shared: z.array(z.string()).optional(),
    }),
  ),
});

const Estimate = z.strictObject({ value: z.number(), interval: Pair }).nullable();

const Dependence = z.strictObject({
  system: z.string(),
  measure: z.string(),
  queries: Count,
  correlation: Estimate,
  slope: Estimate,
  quarters: z.array(z.strictObject({ overlap: z.number(), score: z.number(), queries: Count })),
});

const Reasoning = z.strictObject({
  headline: Figure.nullable(),
  groups: z.array(
    z.strictObject({ name: z.string(), question: z.string(), reading: z.string(), figures: z.array(Figure) }),
  ),
  dependence: z.array(Dependence),
  missing: z.array(z.string()),
  queries: z.array(
    z.strictObject({
      query: z.string(),
      need: z.number(),
      overlap: z.number(),
      queryTokens: z.number(),
      documentTokens: z.number(),
      relevant: Count,
    }),
  ),
});

const Leakage = z.strictObject({
  with: z.string(),
  texts: Count,
  parts: z.array(
    z.strictObject({
      name: z.string(),
      rule: z.enum(['exact', 'n-gram', 'near-duplicate', 'same-diagnosis', 'same-case']),
      definition: z.string(),
      found: Count,
      of: Count,
      examples: z.array(
        z.strictObject({ here: z.string(), there: z.string(), share: z.number(), text: z.string() }),
      ),
    }),
  ),
  notes: z.array(z.string()),
});

const Settings = z
  .object({ seed: z.number(), analyzer: z.string() })
  .catchall(z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]));

/** A saved report is read before it is shown: the page and the terminal rely on every field. */
export const AuditReportSchema: z.ZodType<AuditReport> = z.strictObject({
  version: z.literal(1),
  task: z.strictObject({
    name: z.string(),
    suite: z.string(),
    revision: z.string(),
    contentHash: z.string(),
    queries: Count,
    documents: Count,
    judgements: Count,
    answers: Count,
  }),
  settings: Settings,
  checks: z.array(Check),
  reasoning: Reasoning.optional(),
  leakage: z.array(Leakage),
  tool: z.string(),
  at: z.iso.datetime(),
}) as z.ZodType<AuditReport>;
