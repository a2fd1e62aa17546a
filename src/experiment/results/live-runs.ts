import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  isLeft,
  type LeaseHolder,
  removeEmptyNow,
  removeNow,
  writeAtomic,
} from '../../platform/node/index.js';
import { LiveRun } from '../record/index.js';

/** A run that works, or did: one that was killed leaves its file behind. */
export interface FoundRun {
  readonly run: LiveRun;
  readonly alive: boolean;
  readonly file: string;
}

const folderOf = (out: string): string => join(out, '.progress');
/** By the holder and not by its process id, which two containers may share. */
const fileOf = (out: string, { holder }: Pick<LiveRun, 'holder'>): string =>
  join(folderOf(out), `${(holder as unknown as LeaseHolder).id}.json`);

/** Tells readers of a results folder how far a run is. */
export const writeLiveRun = (out: string, run: LiveRun): Promise<void> =>
  writeAtomic(fileOf(out, run), [JSON.stringify(run)], { lasting: false });

/**
 * Takes it back, and the folder with it if no other run is described there. At once: a process that ends can do nothing later. What
 * cannot be removed is recognised as left behind.
 */
export const removeLiveRun = (out: string, run: Pick<LiveRun, 'holder'>): void => {
  removeNow(fileOf(out, run));
  removeEmptyNow(folderOf(out));
};

/** The runs that are described in a results folder, oldest first. A file that is none, or a link, is left alone. */
export const liveRunsIn = async (out: string): Promise<readonly FoundRun[]> => {
  const names = await readdir(folderOf(out)).catch(() => []);
  const found: FoundRun[] = [];
  for (const name of names.filter((each) => /^[0-9a-f-]{36}\.json$/.test(each)).sort()) {
    const file = join(folderOf(out), name);
    const about = await lstat(file).catch(() => undefined);
    if (!about?.isFile()) continue;
    const text = await readFile(file, 'utf8').catch(() => undefined);
    const run = parsed(text ?? '');
    if (run) found.push({ run, alive: isAlive(run), file });
    // Files appear whole: an empty one is what a loss of power left.
    if (text === '') removeNow(file);
  }
  return found.sort((a, b) => (a.run.startedAt < b.run.startedAt ? -1 : 1));
};

/** Removes what dead processes of this machine left. */
export const removeLeftRuns = async (out: string): Promise<void> => {
  for (const { run, alive } of await liveRunsIn(out)) if (!alive) removeLiveRun(out, run);
};

const parsed = (text: string): LiveRun | undefined => {
  try {
    return LiveRun.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
};

const isAlive = ({ holder, updatedAt }: LiveRun): boolean =>
  !isLeft(holder as unknown as LeaseHolder, () => Date.now() - Date.parse(updatedAt));
