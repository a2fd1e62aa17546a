import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { canonicalJson, commandLine, InputError, type JsonObject } from '../../core/index.js';
import { mustBePlain, readPlain, sha256 } from '../../platform/node/index.js';
import { QueryResult, RECORD_VERSION, type ResultRecord, type Seal, SealedRecord } from '../record/index.js';

/** The files of a result. */
export const RECORD = 'record.json';
export const QUERIES = 'queries.jsonl';
export const RUN = 'run.trec';

/** Hashes of the files next to a record. */
type FileHashes = Pick<Seal, 'run' | 'queries'>;

/** A record with the hashes of its files and its own. */
export const sealed = (record: ResultRecord, { run, queries }: FileHashes): SealedRecord => {
  // What JSON cannot say would otherwise be in the hash and not in the file.
  const asWritten = JSON.parse(JSON.stringify(record)) as JsonObject;
  return { ...record, seal: { run, queries, record: recordHash(asWritten, { run, queries }) } };
};

/** The hash of everything in a record but its own hash. Blanks and the order of fields are not part of it. */
const recordHash = (record: JsonObject, { run, queries }: FileHashes): string =>
  sha256(canonicalJson({ ...record, seal: { run, queries } }));

/** A result that is not what was written, or cannot be read. `run --overwrite` replaces it, nothing else does. */
export class DamagedResult extends InputError {}

/** What is in the folder of a result, good or not. */
export interface InspectedResult {
  readonly folder: string;
  /** Absent where the file cannot be read as a record. Its values count only if there is no problem with it. */
  readonly record?: ResultRecord;
  readonly seal?: Seal;
  /** Absent where the file is not the sealed one. */
  readonly queries?: readonly QueryResult[];
  /** Whether the ranking was looked at and is the sealed one. */
  readonly runMatches: boolean;
  readonly problems: readonly DamagedResult[];
}

/** How much of a result is looked at. */
export interface InspectOptions {
  /** Leaves out the ranking, by far the largest part, for callers that compare it with its seal when they read it. */
  readonly withoutRun?: boolean;
}

/** A record as it was written, and what its files must be. */
export interface StoredRecord {
  readonly folder: string;
  readonly record: ResultRecord;
  readonly seal: Seal;
}

/**
 * The record in a folder, which its own seal covers with all its scores; the files next to it are compared with it when they are read. At once,
 * since thousands are read for one table: a file that is waited for takes ten times the work of one that is read.
 */
export const readRecord = (folder: string): StoredRecord | undefined => {
  const bytes = recordBytes(folder);
  return bytes && openRecord(folder, bytes);
};

export const recordBytes = (folder: string): Buffer | undefined => contentNow(join(folder, RECORD));

/** The record that these bytes are, compared with its seal. */
export const openRecord = (folder: string, bytes: Buffer): StoredRecord => {
  const { record, seal, problem } = inspectRecord(bytes, join(folder, RECORD));
  if (problem) throw problem;
  return { folder, record, seal };
};

/** The scores of the queries of a record. */
export const readQueries = async ({
  folder,
  seal,
}: Pick<StoredRecord, 'folder' | 'seal'>): Promise<readonly QueryResult[]> => {
  const file = join(folder, QUERIES);
  return rowsOf(await sealedContent(file, seal.queries), file);
};

/** Reads a result and compares it with its seal; undefined where there is no record. */
export const inspectResult = async (
  folder: string,
  { withoutRun = false }: InspectOptions = {},
): Promise<InspectedResult | undefined> => {
  const file = join(folder, RECORD);
  try {
    const bytes = await contentOf(file);
    if (bytes === undefined) return undefined;
    const { record, seal, problem } = inspectRecord(bytes, file);
    const queries = await partOf(folder, QUERIES, seal.queries, rowsOf);
    const run = withoutRun ? {} : await partOf(folder, RUN, seal.run, () => true);
    return {
      folder,
      record,
      seal,
      runMatches: run.value ?? false,
      ...(queries.value && { queries: queries.value }),
      problems: [problem, queries.problem, run.problem].filter((each) => each !== undefined),
    };
  } catch (error) {
    if (!(error instanceof DamagedResult)) throw error;
    return { folder, runMatches: false, problems: [error] };
  }
};

const inspectRecord = (
  bytes: Buffer,
  file: string,
): { readonly record: ResultRecord; readonly seal: Seal; readonly problem?: DamagedResult } => {
  const raw = parsed(bytes, file);
  const { version } = raw;
  if (typeof version === 'number' && version !== RECORD_VERSION) throw otherVersion(version, file);
  const read = SealedRecord.safeParse(raw);
  if (!read.success) throw damaged(file, 'not a record of a result', read.error);
  const { seal, ...record } = read.data;
  const { seal: _, ...content } = raw;
  if (seal.record === recordHash(content, seal)) return { record, seal };
  return { record, seal, problem: damaged(file, 'changed after it was written: it does not match its seal') };
};

const parsed = (bytes: Buffer, file: string): JsonObject => {
  try {
    const raw: unknown = JSON.parse(bytes.toString('utf8'));
    if (typeof raw === 'object' && raw !== null && !Array.isArray(raw)) return raw as JsonObject;
  } catch (error) {
    throw damaged(file, 'not JSON, so it was cut or changed', error);
  }
  throw damaged(file, 'not a record of a result');
};

const partOf = async <T>(
  folder: string,
  name: string,
  hash: string,
  read: (bytes: Buffer, file: string) => T,
): Promise<{ readonly value?: T; readonly problem?: DamagedResult }> => {
  const file = join(folder, name);
  try {
    return { value: read(await sealedContent(file, hash), file) };
  } catch (error) {
    if (error instanceof DamagedResult) return { problem: error };
    throw error;
  }
};

/** The bytes of a file next to a record, which must have the hash that is in it. */
export const sealedContent = async (file: string, hash: string): Promise<Buffer> =>
  sealedBytes(file, hash, await contentOf(file));

/** The same, at once. */
export const sealedContentNow = (file: string, hash: string): Buffer =>
  sealedBytes(file, hash, contentNow(file));

const sealedBytes = (file: string, hash: string, bytes: Buffer | undefined): Buffer => {
  if (bytes === undefined) throw damaged(file, 'missing');
  if (sha256(bytes) === hash) return bytes;
  throw damaged(file, `changed after it was written: its hash is not the one in ${RECORD}`);
};

const rowsOf = (bytes: Buffer, file: string): readonly QueryResult[] =>
  bytes
    .toString('utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => rowOf(line, file));

/** A line of `queries.jsonl`. */
export const rowOf = (line: string, file: string): QueryResult => {
  try {
    return QueryResult.parse(JSON.parse(line));
  } catch (error) {
    throw damaged(file, 'not the scores of queries', error);
  }
};

/** No such path, or none that a file system would take. */
const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ERR_INVALID_ARG_VALUE']);

/** A file's bytes, or undefined where there is none. One that is there and cannot be read is not an absent one. */
const contentOf = async (file: string): Promise<Buffer | undefined> => {
  try {
    return await readPlain(file);
  } catch (error) {
    return absentOr(file, error);
  }
};

const contentNow = (file: string): Buffer | undefined => {
  try {
    mustBePlain(file);
    return readFileSync(file);
  } catch (error) {
    return absentOr(file, error);
  }
};

const absentOr = (file: string, error: unknown): undefined => {
  const { code } = error as NodeJS.ErrnoException;
  if (!ABSENT.has(code ?? '')) throw damaged(file, `cannot be read (${code ?? error})`, error);
};

const damaged = (file: string, found: string, cause?: unknown): DamagedResult =>
  new DamagedResult(
    {
      at: { file },
      found,
      fix:
        'run it again with --overwrite, which replaces it; what can be computed from an unchanged run.trec is restored by ' +
        commandLine('check', '--results', dirname(dirname(dirname(file))), '--rebuild'),
    },
    { cause },
  );

const otherVersion = (version: number, file: string): DamagedResult =>
  new DamagedResult({
    at: { file },
    found:
      version < RECORD_VERSION
        ? `record version ${version}, written before results were sealed`
        : `record version ${version}, written by a later r2med`,
    expected: `version ${RECORD_VERSION}`,
    fix:
      version < RECORD_VERSION
        ? 'run it again with --overwrite; indexes, vectors and generated texts come from the cache'
        : 'install that version, or run it again with --overwrite',
  });
