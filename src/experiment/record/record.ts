import { z } from 'zod';
import { json, keyedBy } from './facts.js';
import { Incomplete } from './incomplete.js';

/** A number per measure name, unrounded: `{ "nDCG@10": 0.19188… }`. */
const Scores = keyedBy(z.number(), Number.isFinite);

/** The version of `record.json` that is written. Records before 2 had no seal. */
export const RECORD_VERSION = 2;

/**
 * What was run, with what, and what came out: `record.json`. Everything that shows results reads records and nothing else.
 */
export const ResultRecord = z.strictObject({
  version: z.literal(RECORD_VERSION),
  /** File-safe name of the system, also the folder's. */
  system: z.string(),
  /** The pipeline as printed; it parses back. */
  name: z.string(),
  /** Everything that can change the result. */
  spec: json,
  /** SHA-256 over spec, task content and evaluation rule: equal fingerprints, equal results. */
  fingerprint: z.string(),
  task: z.strictObject({
    name: z.string(),
    suite: z.string(),
    revision: z.string(),
    contentHash: z.string(),
    family: z.string().optional(),
    /** Another benchmark's task with the same data, which models may have been trained on. */
    sameAs: z.string().optional(),
    /** Of a folder with several: which one. */
    split: z.string().optional(),
    /** Where the user said which files and columns are what: the words of `--columns`. */
    columns: z.string().optional(),
    queries: z.int(),
    documents: z.int(),
    uniqueDocuments: z.int(),
    judgements: z.int(),
    /** Shares of the judged queries and documents that the task itself lacks. */
    unjoined: z.strictObject({ queries: z.number(), documents: z.number() }).optional(),
    notes: z.array(z.string()),
  }),
  evaluation: z.strictObject({
    /** The order that decided ranks, and what a missing ranking counted. */
    ties: z.string(),
    missing: z.enum(['zero', 'skip']),
    judgedQueries: z.int(),
    missingQueries: z.int(),
    unjudgedQueries: z.int(),
  }),
  scores: Scores,
  /** 95 % bootstrap intervals over queries. */
  intervals: keyedBy(
    z.tuple([z.number(), z.number()]),
    (item) => Array.isArray(item) && item.length === 2 && item.every(Number.isFinite),
  ),
  /** What models took; absent what one of them does not say, such as a price. */
  cost: z.strictObject({
    tokensIn: z.int().optional(),
    tokensOut: z.int().optional(),
    usd: z.number().optional(),
  }),
  /** Seconds. */
  timings: z.strictObject({ open: z.number(), search: z.number(), evaluate: z.number() }),
  /** What the stages found when they met the corpus; `factsOf` reads it. */
  facts: keyedBy(json),
  /** Present when work failed: what is missing. */
  incomplete: Incomplete.optional(),
  provenance: z.strictObject({
    tool: z.string(),
    at: z.iso.datetime(),
    node: z.string(),
    platform: z.string(),
    cores: z.int(),
  }),
});
export type ResultRecord = z.infer<typeof ResultRecord>;

/** One line of `queries.jsonl`. */
export const QueryResult = z.strictObject({
  id: z.string(),
  scores: Scores,
  /** Rank of every judged document, from 1; null where it was not returned. */
  ranks: keyedBy(z.int().nullable()),
  hits: z.int(),
});
export type QueryResult = z.infer<typeof QueryResult>;

/** A record with its per-query results. */
export interface Result {
  readonly record: ResultRecord;
  readonly queries: readonly QueryResult[];
}

const Hash = z.string().regex(/^[0-9a-f]{64}$/);

/** What shows that a result is as it was written: SHA-256 of its files, and of the record itself. */
export const Seal = z.strictObject({
  /** Of `run.trec`. */
  run: Hash,
  /** Of `queries.jsonl`. */
  queries: Hash,
  /** Of the canonical JSON of the record with the two hashes above. */
  record: Hash,
});
export type Seal = z.infer<typeof Seal>;

/** `record.json` as it is on disk. */
export const SealedRecord = ResultRecord.extend({ seal: Seal });
export type SealedRecord = z.infer<typeof SealedRecord>;
