import { join } from 'node:path';
import { z } from 'zod';
import { readRecordFile } from '../platform/node/index.js';
import { recordedProvenance, recordedTask, recordedUsage } from './record-parts.js';

export const RECORD_FILE = 'generation.json';

/** What was written, with what: `generation.json` next to the texts. */
export const GenerationRecord = z.strictObject({
  version: z.literal(1),
  method: z.string(),
  llm: z.strictObject({
    name: z.string(),
    /** What identifies the model: dialect and model id. Never an address or a key. */
    spec: z.json(),
    /** Where the answer begins in its output. */
    reasoning: z.string(),
  }),
  /** Everything about the method that can change what is written: prompts, limits, retriever. */
  writer: z.record(z.string(), z.json()),
  /** As requested; what is absent was left to the service. */
  sampling: z.record(z.string(), z.json()),
  samples: z.int().positive(),
  /** The seed of each sample, where one is set: the seed plus the sample's number. */
  seeds: z.array(z.int()).optional(),
  task: recordedTask,
  counts: z.strictObject({
    /** Of the task. */
    queries: z.int(),
    /** Queries with a text. */
    written: z.int(),
    /** Queries that lack a sample because a call failed. */
    failed: z.int(),
    /** Queries with texts of which none comes to an answer: the model was cut off inside its reasoning. */
    unanswered: z.int(),
    /** Texts whose answer was truncated by the limit of tokens. Earlier versions did not count them. */
    truncated: z.int().optional(),
  }),
  /** Whether every query of the task has all its samples. */
  complete: z.boolean(),
  usage: recordedUsage,
  provenance: recordedProvenance,
});
export type GenerationRecord = z.infer<typeof GenerationRecord>;

/** The part of a record that decides what the texts are. */
export type GenerationSettings = Pick<
  GenerationRecord,
  'method' | 'llm' | 'writer' | 'sampling' | 'samples' | 'seeds' | 'task'
>;

/** The record of the texts in a folder, or undefined where there is none. */
export const readGenerationRecord = (folder: string): Promise<GenerationRecord | undefined> =>
  readRecordFile(
    join(folder, RECORD_FILE),
    GenerationRecord,
    'write again with --overwrite, or move the folder away',
  );
