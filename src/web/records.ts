import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { InputError } from '../core/index.js';
import { sha256 } from '../node/index.js';
import { type Key, keyOf } from '../page-data/index.js';
import { DamagedResult, readResult, resultFoldersIn, type StoredResult } from '../results/index.js';

/** A result of a record folder, with the system it belongs to on the page. */
export interface OwnResult extends StoredResult {
  readonly system: Key;
  /** The pipeline; where several folders have it, with the folder that tells them apart. */
  readonly systemName: string;
}

/** What is in the record folders now. */
export interface Records {
  /** Equal revisions, equal records. */
  readonly revision: string;
  readonly results: readonly OwnResult[];
  /** Results that could not be read, each a sentence. */
  readonly problems: readonly string[];
}

type Read = { readonly signature: string; readonly result?: StoredResult; readonly problem?: string };

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
    const found: { root: string; folder: string; read: Read }[] = [];
    for (const root of await Promise.all(roots.map(realFolder)))
      for (const folder of root === undefined ? [] : await resultFoldersIn(root)) {
        const signature = await signatureOf(folder);
        const before = known.get(folder);
        const now = before?.signature === signature ? before : { signature, ...(await readOne(folder)) };
        known.set(folder, now);
        found.push({ root: root!, folder, read: now });
      }
    const revision = sha256(JSON.stringify(found.map(({ folder, read }) => [folder, read.signature])));
    if (reading.last?.revision === revision) return reading.last;
    reading.last = {
      revision,
      results: named(found),
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

const FILES = ['record.json', 'queries.jsonl', 'run.trec'];

/** A link could lead out of the folder that was named, so only files count. */
const signatureOf = async (folder: string): Promise<string> => {
  const parts = await Promise.all(
    FILES.map(async (name) => {
      const found = await lstat(join(folder, name)).catch(() => undefined);
      return found ? `${found.isFile()} ${found.ino} ${found.size} ${found.mtimeMs}` : 'none';
    }),
  );
  return parts.join(', ');
};

const readOne = async (folder: string): Promise<Omit<Read, 'signature'>> => {
  try {
    for (const name of FILES)
      if ((await lstat(join(folder, name)).catch(() => undefined))?.isFile() === false)
        throw new InputError({ at: { file: join(folder, name) }, found: 'not a regular file' });
    // Rankings are compared with their seals when a view needs them; a leaderboard reads none.
    const result = await readResult(folder, { withoutRun: true });
    return result ? { result } : {};
  } catch (error) {
    if (error instanceof DamagedResult || error instanceof InputError)
      return { problem: error.message.split('\n', 1)[0]! };
    throw error;
  }
};

const named = (
  found: readonly { readonly root: string; readonly folder: string; readonly read: Read }[],
): readonly OwnResult[] => {
  const several = new Set(found.map(({ root }) => root)).size > 1;
  const kept = found.flatMap(({ root, folder, read }) => {
    if (!read.result) return [];
    const place = dirname(relative(root, folder)).split(sep).join('/');
    return [{ result: read.result, place: several ? `${basename(root)}/${place}` : place, root }];
  });
  const places = new Map<string, Set<string>>();
  for (const { result, place } of kept)
    places.set(result.record.name, (places.get(result.record.name) ?? new Set()).add(place));
  return kept.map(({ result, place, root }) => ({
    ...result,
    system: keyOf(result.record.name, `own ${several ? root : ''} ${place}`),
    systemName:
      places.get(result.record.name)!.size > 1 ? `${result.record.name} (${place})` : result.record.name,
  }));
};
