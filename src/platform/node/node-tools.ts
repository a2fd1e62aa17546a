import { setMaxListeners } from 'node:events';
import { homedir, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Tools } from '../../core/index.js';
import { diskCache, noCache } from './disk-cache.js';
import { itemStore, temporaryItems } from './item-store.js';
import { sayLine, terminal } from './terminal.js';
import { workers } from './worker-pool.js';

/** Settings of the tools on Node. */
export interface NodeToolsOptions {
  readonly quiet?: boolean;
  /** Worker threads; all cores by default. */
  readonly threads?: number;
  /** Bytes of memory that work may use; what the machine or container has by default. */
  readonly memory?: number;
  /** False leaves the disk cache alone. */
  readonly cache?: boolean;
  readonly signal?: AbortSignal;
  readonly env?: NodeJS.ProcessEnv;
}

/** The folder of the caches: `R2MED_HOME`, else the user's cache folder. */
export const r2medHome = (env: NodeJS.ProcessEnv): string =>
  env.R2MED_HOME || join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'r2med');

/** What stages may use of this computer. */
export const nodeTools = ({
  quiet = false,
  threads,
  memory = memoryLimit(),
  cache = true,
  signal = new AbortController().signal,
  env = process.env,
}: NodeToolsOptions = {}): Tools => {
  // All work listens to it, and Node would warn of a leak from the eleventh on.
  setMaxListeners(0, signal);
  const now = (): number => performance.now();
  const bars = !env.NO_COLOR && !env.CI;
  const screen = terminal(process.stderr, { quiet, bars, now });
  return {
    now,
    note: screen.note,
    warn: sayLine,
    progress: screen.progress,
    cache: cache ? diskCache(join(r2medHome(env), 'cache'), screen.note) : noCache,
    items: cache ? itemStore(join(r2medHome(env), 'items'), screen.note) : temporaryItems(screen.note),
    workers: workers(threads),
    memory,
    signal,
  };
};

/** Bytes of memory that this process may use: what its container allows, at most what the machine has. */
const memoryLimit = (): number => {
  // 0 where it is unknown, more than there is where nothing limits it.
  const allowed = process.constrainedMemory();
  return allowed > 0 ? Math.min(allowed, totalmem()) : totalmem();
};
