import { defined, InputError, Stopped, type Tools } from '../core/index.js';
import { nodeTools } from '../platform/node/index.js';
import type { ValuesOf } from './flags/index.js';

/** Flags about the work itself, whatever the verb. */
type WorkFlags = Partial<ValuesOf<'quiet cache threads memory batchApi'>>;

const STOPPING =
  'Stopping: requests to models in flight finish and are cached, batches and downloads are continued by the next call. ' +
  'Press Ctrl-C again to stop at once.';

/**
 * Work that Ctrl-C stops: the first time nothing more is begun, and requests in flight finish, since they are paid for. The second
 * time ends the process; leases are released then as well. Verbs that only read files need none of this.
 */
export const stoppable = async <T>(
  { quiet = false, cache = true, threads, memory, batchApi = false }: WorkFlags,
  work: (tools: Tools) => Promise<T>,
): Promise<T> => {
  if (batchApi && !cache)
    throw new InputError({
      found: '--batch-api with --no-cache',
      expected: 'a cache, in which batches are remembered',
      fix: 'leave out --no-cache',
    });
  const controller = new AbortController();
  const { signal } = controller;
  const tools = nodeTools({ quiet, cache, signal, ...defined({ threads, memory }) });
  const stop = (): void => {
    if (controller.signal.aborted) process.exit(130);
    tools.note(STOPPING);
    controller.abort(new Stopped());
  };
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const name of signals) process.on(name, stop);
  try {
    return await work(tools);
  } finally {
    for (const name of signals) process.off(name, stop);
  }
};

/** Resolves at the first Ctrl-C of a verb that serves; nothing is lost by it. */
export const endOfWork = (): Promise<void> =>
  new Promise((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => resolve());
  });
