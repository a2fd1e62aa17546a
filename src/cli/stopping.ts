import { WorkError } from '../core/index.js';

/**
 * Ctrl-C, the first time, lets what is under way come home, since it is paid for; the second time it ends the process.
 * Call `done` when there is nothing left to stop.
 */
export const stopping = (tell: (line: string) => void): { readonly signal: AbortSignal; done(): void } => {
  const controller = new AbortController();
  const stop = (): void => {
    if (controller.signal.aborted) process.exit(1);
    tell('Stopping: waiting for the calls under way, which are paid for. Ctrl-C again stops at once.');
    controller.abort(
      new WorkError('stopped before the end', 'run the same command again: what was answered is kept'),
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  return {
    signal: controller.signal,
    done: () => {
      process.off('SIGINT', stop);
      process.off('SIGTERM', stop);
    },
  };
};
