import { z } from 'zod';
import { ResultRecord } from './record.js';

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
