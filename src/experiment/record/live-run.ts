import { z } from 'zod';
import { keyedBy } from './facts.js';

const Interval = z.tuple([z.number(), z.number()]);

const LiveWork = z.strictObject({
  /** As the command or the plan names it. */
  system: z.string(),
  /** As its records are called; known when the first of them is there. */
  name: z.string().optional(),
  task: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'incomplete', 'failed']),
  /** Why it failed, or what is missing. */
  reason: z.string().optional(),
  /** What it does now, and how far it is. */
  step: z
    .strictObject({
      label: z.string(),
      done: z.number(),
      total: z.number().optional(),
      status: z.string().optional(),
    })
    .optional(),
  /** Queries answered so far, of all. */
  answered: z.int().optional(),
  queries: z.int(),
  /** By measure, over the queries answered so far. */
  scores: keyedBy(z.strictObject({ mean: z.number(), interval: Interval.optional() })).optional(),
  seconds: z.number().optional(),
});

/** One system on one task while `run` works. */
export type LiveWork = z.infer<typeof LiveWork>;

/**
 * What a process of `run` says of itself while it works: `<out>/.progress/<holder>.json`, written whole, removed at the end. It is for
 * looking at; nothing is computed from it.
 */
export const LiveRun = z.strictObject({
  version: z.literal(1),
  pid: z.int(),
  /** Tells the process from a later one of the same id, here or on another machine. */
  holder: z
    .record(z.string(), z.json())
    // The id is a file's name: what is in the file must not lead elsewhere.
    .refine(({ id, process }) => /^[0-9a-f-]{36}$/.test(String(id)) && Number.isInteger(process)),
  startedAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** Without secrets. */
  command: z.string(),
  suite: z.string(),
  measure: z.string(),
  work: z.array(LiveWork),
  spending: z.strictObject({
    /** Absent where a price is not known. */
    usd: z.number().optional(),
    tokens: z.number(),
    requests: z.number(),
    budgetUsd: z.number().optional(),
  }),
  /** The last notes, newest last. */
  notes: z.array(z.string()),
});
export type LiveRun = z.infer<typeof LiveRun>;
