import { lstatSync, type Stats } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { auditFile, auditFilesIn, readAuditFile } from '../../benchmarks/audit/index.js';
import { byCodePoint, type Cache, defined, InputError } from '../../core/index.js';
import type { AuditReport, ResultRecord } from '../../experiment/record/index.js';
import {
  type BriefRecords,
  briefRecords,
  DamagedResult,
  resultFoldersIn,
  type StoredRecord,
} from '../../experiment/results/index.js';
import { sha256 } from '../../platform/node/index.js';
import { type Key, keyOf } from '../page-data/index.js';
import { BOARD_MEASURES } from './board-measures.js';

/** A record of a record folder with the measures of boards, and the system it belongs to on the page. The scores of its queries are read when they are needed. */
export interface OwnResult extends StoredRecord {
  /** Changes with its files. */
  readonly signature: string;
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

/** What of its folders a site shows. */
export interface ShownPart {
  /** The only suite; tasks of the user's own folders have none. */
  readonly suite?: string;
  /** Whether records and audits of a task are shown. */
  hasTask(task: ResultRecord['task'] | AuditReport['task']): boolean;
  /** Whether a record of such a task is. */
  hasRecord(record: ResultRecord): boolean;
}

/** What was read of a result's folder, or of the file of an audit. */
interface Read {
  readonly signature: string;
  readonly stored?: StoredRecord;
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
  /** Leaves out a result from now on: one of its files is not what was sealed. */
  damaged(result: OwnResult, problem: string): void;
}

/** Records that are read in a row: then others are answered. */
const IN_A_ROW = 50;

/** Reads records with the measures of boards; `cache` keeps those that were compared with their seals for the next process. */
export const recordReader = (roots: readonly string[], cache?: Cache, part?: ShownPart): RecordReader => {
  const known = new Map<string, Read>();
  const reading = {
    records: undefined as BriefRecords | undefined,
    last: undefined as Records | undefined,
    found: [] as readonly Pick<Found, 'root' | 'path'>[],
    now: undefined as Promise<Records> | undefined,
  };
  const read = async (): Promise<Records> => {
    const found: Pick<Found, 'root' | 'path'>[] = [];
    const take = async (
      root: string,
      path: string,
      signature: string,
      readNow: () => Omit<Read, 'signature'> | Promise<Omit<Read, 'signature'>>,
    ): Promise<void> => {
      if (known.get(path)?.signature !== signature)
        known.set(path, { signature, ...(await orProblem(readNow)) });
      if (found.push({ root, path }) % IN_A_ROW === 0) await setImmediate();
    };
    const folders = (await Promise.all(roots.map(realFolder))).filter((root) => root !== undefined);
    const records = reading.records ?? (await briefRecords(folders, BOARD_MEASURES, cache));
    reading.records = records;
    for (const root of folders) {
      for (const folder of resultFoldersIn(root)) {
        const { signature, other, file } = looksOf(folder, RESULT_FILES);
        await take(root, folder, signature, () => readOne(records, folder, other, file));
      }
      for (const file of await auditFilesIn(root)) {
        const { signature } = looksOf(dirname(file), [basename(file)]);
        await take(root, file, signature, () => readOneAudit(root, file));
      }
    }
    // The first look is waited for by a reader: what it read is kept by the next one, when the view is there.
    if (reading.last) await records.save();
    return recordsOf(found);
  };
  const recordsOf = (paths: readonly Pick<Found, 'root' | 'path'>[]): Records => {
    const found = paths
      .map(({ root, path }): Found => ({ root, path, read: known.get(path)! }))
      .filter(({ read }) => !part || isShown(read, part));
    const revision = sha256(
      JSON.stringify(found.map(({ path, read: { signature, problem } }) => [path, signature, problem])),
    );
    reading.found = paths;
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
  return {
    look,
    last: async () => reading.last ?? look(),
    damaged({ folder, signature }, problem) {
      if (known.get(folder)?.signature !== signature) return;
      known.set(folder, { signature, problem });
      recordsOf(reading.found);
    },
  };
};

const isShown = ({ stored, audit }: Read, { hasTask, hasRecord }: ShownPart): boolean => {
  const task = stored?.record.task ?? audit?.task;
  return (!task || hasTask(task)) && (!stored || hasRecord(stored.record));
};

/** A folder that is not there yet has no records: the run that writes them may not have begun. */
const realFolder = (root: string): Promise<string | undefined> => realpath(root).catch(() => undefined);

const RESULT_FILES = ['record.json', 'queries.jsonl', 'run.trec'];

/** What changes with files, what is known of the first, and which is there and is none: a link could lead out of the folder that was named, so only files count. */
const looksOf = (
  folder: string,
  files: readonly string[],
): { readonly signature: string; readonly other?: string; readonly file?: Stats } => {
  const found = files.map((name) => lstatSync(join(folder, name), { throwIfNoEntry: false }));
  const other = files.find((_, i) => found[i]?.isFile() === false);
  return {
    signature: found
      .map((file) =>
        file ? `${file.isFile()} ${file.ino} ${file.size} ${file.mtimeMs} ${file.ctimeMs}` : 'none',
      )
      .join(', '),
    ...defined({ other, file: found[0] }),
  };
};

const readOne = (
  records: BriefRecords,
  folder: string,
  other: string | undefined,
  file: Stats | undefined,
): Omit<Read, 'signature'> => {
  if (other !== undefined)
    throw new InputError({
      at: { file: join(folder, other) },
      found: 'not a regular file',
      fix: 'put the file itself there, in place of a link or folder',
    });
  // The record's own seal covers its scores. Scores of queries and rankings are compared with their seals when a view needs them.
  const stored = records.read(folder, file);
  return stored ? { stored } : {};
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
const orProblem = async (
  read: () => Omit<Read, 'signature'> | Promise<Omit<Read, 'signature'>>,
): Promise<Omit<Read, 'signature'>> => {
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
  const shown = found.flatMap(({ root, path, read: { stored, signature } }) => {
    if (!stored) return [];
    const below = path.slice(root.endsWith(sep) ? root.length : root.length + 1);
    const place = dirname(below).split(sep).join('/');
    return [{ stored, signature, place: several ? `${basename(root)}/${place}` : place, root }];
  });
  const places = new Map<string, Set<string>>();
  for (const { stored, place } of shown)
    places.set(stored.record.name, (places.get(stored.record.name) ?? new Set()).add(place));
  // The key of a system is made once for all its tasks.
  const keys = new Map<string, Key>();
  return shown.map(({ stored, signature, place, root }) => {
    const { name } = stored.record;
    const scope = `own ${several ? root : ''} ${place}`;
    const system = keys.get(`${scope}\n${name}`) ?? keyOf(name, scope);
    keys.set(`${scope}\n${name}`, system);
    return {
      ...stored,
      signature,
      system,
      systemName: places.get(name)!.size > 1 ? `${name} (${place})` : name,
    };
  });
};
