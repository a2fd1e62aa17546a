import { z } from 'zod';
import { JUDGES, judgeFields } from '../judge/ask-judges.js';
import { TELLING_SECTIONS } from './sections.js';

/** How cases become queries and documents. */
export const CasesSettings = z.strictObject({
  terms: z.string().optional().describe('YAML file of diagnoses with name, synonyms, codes and drugs'),
  codeLength: z
    .int()
    .min(1)
    .optional()
    .describe('characters of a code that count, such as 3 for categories of ICD-10; default all'),
  least: z.int().min(2).default(2).describe('cases that a diagnosis needs to give a query'),
  most: z.int().min(1).default(6).describe('most relevant documents of a query'),
  choose: z
    .enum(['first', 'seeded'])
    .default('first')
    .describe('which case of a diagnosis becomes the query'),
  caseSeed: z.int().default(1).describe('seed of the choice'),
  siblings: z
    .enum(['keep', 'exclude'])
    .default('keep')
    .describe('cases of the same article or patient as relevant documents'),
  numberedIds: z
    .boolean()
    .default(false)
    .describe('ids that differ in a last number, such as PMC1-1 and PMC1-2, are of one article'),
  samePatient: z
    .number()
    .min(0.2)
    .max(1)
    .default(0.5)
    .describe('Jaccard of shingles from which two texts are of one patient'),
  llm: z.string().optional().describe('who writes the queries; by rule where absent'),
  naming: z
    .enum(['cut', 'mask'])
    .default('cut')
    .describe('by rule: sentences that name the diagnosis are left out, or the name is covered'),
  sections: z
    .array(z.string())
    .default([...TELLING_SECTIONS])
    .describe('by rule: words in the names of sections that are left out'),
  drugs: z.boolean().default(false).describe('drugs of the terms must not occur in the query either'),
  parts: z
    .boolean()
    .default(false)
    .describe('telling words of its names must not occur either, such as porphyria alone'),
  leastWords: z.int().min(1).default(20).describe('words that a query must have, its question aside'),
  ending: z
    .string()
    .default('What is the most likely diagnosis?')
    .describe('question at the end of every query'),
  judges: z.array(z.string()).optional().describe(JUDGES),
  ...judgeFields,
});
export type CasesSettings = z.infer<typeof CasesSettings>;
