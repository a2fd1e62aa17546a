import { canonicalJson, type JsonObject } from '../../core/index.js';
import { sha256 } from '../../platform/node/index.js';
import type { ResultRecord, Seal, SealedRecord } from '../record/index.js';

/** Hashes of the files next to a record. */
export type FileHashes = Pick<Seal, 'run' | 'queries'>;

/** A record with the hashes of its files and its own. */
export const sealed = (record: ResultRecord, { run, queries }: FileHashes): SealedRecord => {
  // What JSON cannot say would otherwise be in the hash and not in the file.
  const asWritten = JSON.parse(JSON.stringify(record)) as JsonObject;
  return { ...record, seal: { run, queries, record: recordHash(asWritten, { run, queries }) } };
};

/** The hash of everything in a record but its own hash. Blanks and the order of fields are not part of it. */
export const recordHash = (record: JsonObject, { run, queries }: FileHashes): string =>
  sha256(canonicalJson({ ...record, seal: { run, queries } }));
