import { join } from 'node:path';
import { InputError, type Tools, WorkError } from '../../core/index.js';
import {
  fileCount,
  type Hub,
  HubFailure,
  type Snapshot,
  soundness,
  wrongContent,
} from '../../platform/hub/index.js';
import { openRow, type PartFile } from '../open-task.js';
import type { TaskEntry } from '../task-registry.js';
import { findOnHub, type WantedFile } from './wanted-files.js';

/**
 * Opens a task and checks its counts against the catalogue. Files that were there before may be damaged: when the task
 * does not open, they are compared with what the hub lists and replaced where they differ. Answers the replaced ones.
 */
export const verifyFetched = async (
  entry: TaskEntry,
  snapshot: Snapshot,
  folder: string,
  parts: readonly PartFile[],
  hub: Hub | undefined,
  tools: Tools,
): Promise<readonly string[]> => {
  const problem = await problemOf(entry, folder, tools);
  if (!problem) return [];
  if (!hub) throw problem;
  const replaced = await replaceDamaged(snapshot, folder, parts, hub, tools).catch((error: unknown) => {
    throw error instanceof HubFailure ? problem : error;
  });
  const left = replaced.length > 0 ? await problemOf(entry, folder, tools) : problem;
  if (!left) return replaced;
  throw new WorkError(
    `${entry.name} was fetched with every hash as the hub lists it, but it is not the task in the catalogue: ${left.message.split('\n')[0]}`,
    'if HF_ENDPOINT names a mirror, try without',
    { cause: left },
  );
};

const problemOf = async (entry: TaskEntry, folder: string, tools: Tools): Promise<InputError | undefined> => {
  try {
    const task = await openRow(entry, { folder });
    // A branch may hold other texts than were published: said when they come, and again when they are run on.
    if (entry.source.from === 'parquet') for (const note of (await task.statistics()).notes) tools.note(note);
    return undefined;
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
};

const replaceDamaged = async (
  snapshot: Snapshot,
  folder: string,
  parts: readonly PartFile[],
  hub: Hub,
  tools: Tools,
): Promise<readonly string[]> => {
  const before = parts.filter(({ found }) => found);
  if (before.length === 0) return [];
  const replaced: string[] = [];
  for (const file of await findOnHub(snapshot, before, hub)) {
    const path = join(folder, file.path);
    if ((await wrongContent(path, file)) === undefined) continue;
    tools.note(`${path} is not what the hub lists; replacing it`);
    await hub.obtain(file, snapshot);
    replaced.push(file.path);
  }
  return replaced;
};

/** Those of the files that are there whose content is not what the hub sent, found by hashing each. */
export const damagedFiles = async (
  snapshot: Snapshot,
  folder: string,
  wanted: readonly WantedFile[],
  hub: Hub | undefined,
  tools: Tools,
): Promise<readonly WantedFile[]> => {
  const here = wanted.filter(({ found }) => found);
  const names = here.map(({ found }) => found!.name);
  const listed = new Map(((await hub?.describe(snapshot, names)) ?? []).map((file) => [file.path, file]));
  const damaged: WantedFile[] = [];
  let unknown = 0;
  for (const each of here) {
    const { name } = each.found!;
    const state = await soundness(join(folder, name), listed.get(name));
    if (state === 'damaged') damaged.push(each);
    if (state === 'unknown') unknown += 1;
  }
  const checked = here.length - unknown;
  tools.note(
    `${fileCount(checked)} hashed, ${damaged.length} damaged${unknown ? `; of ${fileCount(unknown)} put there by hand no hash is known` : ''}`,
  );
  return damaged;
};
