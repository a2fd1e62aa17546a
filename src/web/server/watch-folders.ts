import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isRemote } from '../../platform/node/index.js';

/** Milliseconds between two looks where a file system does not tell of changes. */
const LOOK_EVERY = 1000;
/** Milliseconds after which changes that come together are one. */
const TOGETHER = 100;

/** What changed: files of runs under way, or others too. */
export type Changed = 'progress' | 'records';

/**
 * Calls back when something in these folders changes, folders that do not exist yet included. Nothing is read while nothing changes. Where folders cannot be
 * watched (too many, or on another machine), it calls back every second: then somebody has to look.
 */
export const watchFolders = (roots: readonly string[], changed: (what: Changed) => void): (() => void) => {
  const watchers = new Map<string, FSWatcher>();
  const state = {
    ended: false,
    looking: undefined as NodeJS.Timeout | undefined,
    soon: undefined as NodeJS.Timeout | undefined,
    what: 'progress' as Changed,
  };
  const closeAll = (): void => {
    for (const watcher of watchers.values()) watcher.close();
    watchers.clear();
  };
  const lookInstead = (): void => {
    closeAll();
    if (!state.ended) state.looking ??= setInterval(() => changed('records'), LOOK_EVERY);
  };
  const tell = (folder: string): void => {
    if (!folder.endsWith(PROGRESS)) state.what = 'records';
    state.soon ??= setTimeout(() => {
      const { what } = state;
      state.soon = undefined;
      state.what = 'progress';
      // A folder that is new has to be watched before it is looked into.
      if (what === 'records') for (const root of roots) watchBelow(resolve(root));
      changed(what);
    }, TOGETHER);
  };
  const watchOne = (folder: string): boolean => {
    if (state.ended || state.looking || watchers.has(folder)) return true;
    try {
      if (isRemote(folder)) {
        lookInstead();
        return true;
      }
      const watcher = watch(folder, (event, name) => {
        // It was moved or removed itself; another of its name is another folder.
        if (event === 'rename' && name === basename(folder)) watcher.close();
        tell(folder);
      });
      watcher.on('error', lookInstead);
      watcher.on('close', () => {
        if (watchers.get(folder) === watcher) watchers.delete(folder);
      });
      watchers.set(folder, watcher);
      return true;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' || code === 'ENOTDIR') return false;
      lookInstead();
      return true;
    }
  };
  const watchBelow = (folder: string): void => {
    if (state.looking) return;
    if (!watchOne(folder)) {
      // Not there yet: what makes it changes a folder above.
      if (dirname(folder) !== folder) watchAbove(dirname(folder));
      return;
    }
    for (const name of foldersIn(folder)) watchBelow(join(folder, name));
  };
  const watchAbove = (folder: string): void => {
    if (!watchOne(folder) && dirname(folder) !== folder) watchAbove(dirname(folder));
  };
  for (const root of roots) watchBelow(resolve(root));
  return () => {
    state.ended = true;
    clearInterval(state.looking);
    clearTimeout(state.soon);
    closeAll();
  };
};

/** Where runs say how far they are. */
const PROGRESS = '.progress';

const foldersIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((each) =>
      each.isDirectory() ? [each.name] : [],
    );
  } catch {
    return [];
  }
};
