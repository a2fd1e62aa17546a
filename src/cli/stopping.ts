import { Stopped, type Tools } from '../core/index.js';
import { type NodeToolsOptions, nodeTools } from '../platform/node/index.js';

const STOPPING =
  'Stopping: requests to models in flight finish and are cached, downloads continue with the next call. ' +
  'Press Ctrl-C again to stop at once.';

/**
 * Work that Ctrl-C stops: the first time nothing more is begun, and requests in flight finish, since they are paid for. The second
 * time ends the process; leases are released then as well. Verbs that only read files need none of this.
 */
export const stoppable = async <T>(
  options: NodeToolsOptions,
  work: (tools: Tools) => Promise<T>,
): Promise<T> => {
  const controller = new AbortController();
  const tools = nodeTools({ ...options, signal: controller.signal });
  const stop = (): void => {
    if (controller.signal.aborted) process.exit(1);
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

/** Flags about the work itself, whatever the verb. */
interface WorkFlags {
  readonly quiet?: boolean;
  readonly cache?: boolean;
  readonly threads?: number;
  readonly memory?: number;
}

export const toolsOptions = ({
  quiet = false,
  cache = true,
  threads,
  memory,
}: WorkFlags): NodeToolsOptions => ({
  quiet,
  cache,
  ...(threads && { threads }),
  ...(memory && { memory }),
});
