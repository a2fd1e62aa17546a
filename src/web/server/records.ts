import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { auditFile, auditFilesIn, readAuditFile } from '../../benchmarks/audit/index.js';
import { byCodePoint, InputError } from '../../core/index.js';
import type { AuditReport } from '../../experiment/record/index.js';
import {
  DamagedResult,
  readResult,
  resultFoldersIn,
  type StoredResult,
} from '../../experiment/results/index.js';
import { sha256 } from '../../platform/node/index.js';
import { type Key, keyOf } from '../page-data/index.js';

/** A result of a record folder, with the system it belongs to on the page. */
export interface OwnResult extends StoredResult {
  readonly system: Key;
  /** The pipeline; where several folders have it, with the folder that tells them apart. */
  readonly systemName: string;
}

/** The saved report of a task that was audited. */
export interface OwnAudit {
  readonly key: Key;
  /** The task; where several folders have audits of it, with the folder that tells them apart. */
  readonly name: string;
  readonly report: AuditReport;
}

export interface Records {
  /** Equal revisions, equal records. */
  readonly revision: string;
  readonly results: readonly OwnResult[];
  /** By the name of the task. */
  readonly audits: readonly OwnAudit[];
  /** Results and audits that could not be read, each a sentence. */
  readonly problems: readonly string[];
}

/** What was read of a result's folder, or of the file of an audit. */
interface Read {
  readonly signature: string;
  readonly result?: StoredResult;
  readonly audit?: AuditReport;
  readonly problem?: string;
}

interface Found {
  readonly root: string;
  readonly path: string;
  readonly read: Read;
}

/** Record folders as they were at the last look. */
export interface RecordReader {
  /** Looks at the folders; what has not changed is not read again. Looks at the same time are one. */
  look(): Promise<Records>;
  /** What the last look found; looks if there was none. */
  last(): Promise<Records>;
}

export const recordReader = (roots: readonly string[]): RecordReader => {
  const known = new Map<string, Read>();
  const reading = { last: undefined as Records | undefined, now: undefined as Promise<Records> | undefined };
  const read = async (): Promise<Records> => {
    const found: Found[] = [];
    const take = async (
      root: string,
      path: string,
      signature: string,
      readNow: () => Promise<Omit<Read, 'signature'>>,
    ): Promise<void> => {
      const before = known.get(path);
      const now = before?.signature === signature ? before : { signature, ...(await orProblem(readNow)) };
      known.set(path, now);
      found.push({ root, path, read: now });
    };
    for (const root of await Promise.all(roots.map(realFolder))) {
      if (root === undefined) continue;
      for (const folder of await resultFoldersIn(root))
        await take(root, folder, await signatureOf(folder, RESULT_FILES), () => readOne(folder));
      for (const file of await auditFilesIn(root))
        await take(root, file, await signatureOf(dirname(file), [basename(file)]), () =>
          readOneAudit(root, file),
        );
    }
    const revision = sha256(JSON.stringify(found.map(({ path, read }) => [path, read.signature])));
    if (reading.last?.revision === revision) return reading.last;
    reading.last = {
      revision,
      results: named(found),
      audits: namedAudits(found),
      problems: found.flatMap(({ read }) => read.problem ?? []),
    };
    return reading.last;
  };
  const look = (): Promise<Records> => {
    reading.now ??= read().finally(() => {
      reading.now = undefined;
    });
    return reading.now;
  };
  return { look, last: async () => reading.last ?? look() };
};

/** A folder that is not there yet has no records: the run that writes them may not have begun. */
const realFolder = (root: string): Promise<string | undefined> => realpath(root).catch(() => undefined);

const RESULT_FILES = ['record.json', 'queries.jsonl', 'run.trec'];

/** A link could lead out of the folder that was named, so only files count. */
const signatureOf = async (folder: string, files: readonly string[]): Promise<string> => {
  const parts = await Promise.all(
    files.map(async (name) => {
      const found = await lstat(join(folder, name)).catch(() => undefined);
      return found ? `${found.isFile()} ${found.ino} ${found.size} ${found.mtimeMs}` : 'none';
    }),
  );
  return parts.join(', ');
};

const readOne = async (folder: string): Promise<Omit<Read, 'signature'>> => {
  for (const name of RESULT_FILES)
    if ((await lstat(join(folder, name)).catch(() => undefined))?.isFile() === false)
      throw new InputError({
        at: { file: join(folder, name) },
        found: 'not a regular file',
        fix: 'put the file itself there, in place of a link or folder',
      });
  // Rankings are compared with their seals when a view needs them; a leaderboard reads none.
  const result = await readResult(folder, { withoutRun: true });
  return result ? { result } : {};
};

const readOneAudit = async (root: string, file: string): Promise<Omit<Read, 'signature'>> => {
  const audit = await readAuditFile(file);
  if (audit && auditFile(root, audit.task.name) !== file)
    throw new InputError({
      at: { file },
      found: `the audit of another task, ${audit.task.name}`,
      fix: 'run r2med audit again with this folder',
    });
  return audit ? { audit } : {};
};

/** What is damaged is reported, and the rest is shown. */
const orProblem = async (read: () => Promise<Omit<Read, 'signature'>>): Promise<Omit<Read, 'signature'>> => {
  try {
    return await read();
  } catch (error) {
    if (error instanceof DamagedResult || error instanceof InputError)
      return { problem: error.message.split('\n', 1)[0]! };
    throw error;
  }
};

/** A task that was audited in several of the folders is shown as often. */
const namedAudits = (found: readonly Found[]): readonly OwnAudit[] => {
  const audits = found.flatMap(({ root, read }) => (read.audit ? [{ root, report: read.audit }] : []));
  return audits
    .map(({ root, report }): OwnAudit => {
      const { name, suite } = report.task;
      const several = audits.filter((other) => other.report.task.name === name).length > 1;
      return {
        key: keyOf(name, `audit ${suite} ${several ? root : ''}`),
        name: several ? `${name} (${basename(root)})` : name,
        report,
      };
    })
    .sort((a, b) => byCodePoint(a.name, b.name));
};

const named = (found: readonly Found[]): readonly OwnResult[] => {
  const several = new Set(found.map(({ root }) => root)).size > 1;
  const shown = found.flatMap(({ root, path, read }) => {
    if (!read.result) return [];
    const place = dirname(relative(root, path)).split(sep).join('/');
    return [{ result: read.result, place: several ? `${basename(root)}/${place}` : place, root }];
  });
  const places = new Map<string, Set<string>>();
  for (const { result, place } of shown)
    places.set(result.record.name, (places.get(result.record.name) ?? new Set()).add(place));
  return shown.map(({ result, place, root }) => ({
    ...result,
    system: keyOf(result.record.name, `own ${several ? root : ''} ${place}`),
    systemName:
      places.get(result.record.name)!.size > 1 ? `${result.record.name} (${place})` : result.record.name,
  }));
};
