import { writeSync } from 'node:fs';

/** What is printed when the work stands still for good: an await that nothing will ever answer. */
const STOOD_STILL =
  'r2med: ended before the work did: something it waited for can never come\n' +
  '  Fix: if a model of your own is used, see whether its functions return\n';

/** Node's exit code for an await at the top that is never answered. */
const UNSETTLED = 13;

/**
 * Runs to the end and ends the process, whatever a model of the user leaves behind: a timer, a socket, a thread. Where
 * nothing is left that could ever go on, it fails and says so.
 */
export const runToTheEnd = async (work: () => Promise<void>): Promise<never> => {
  const stoodStill = (): void => {
    if (process.exitCode !== UNSETTLED) return;
    process.exitCode = 1;
    try {
      writeSync(process.stderr.fd, STOOD_STILL);
    } catch {
      // Nobody listens; the exit code says it.
    }
  };
  process.once('exit', stoodStill);
  await work();
  await Promise.all([flushed(process.stdout), flushed(process.stderr)]);
  process.off('exit', stoodStill);
  process.exit();
};

/** On some systems a pipe takes what is written later. */
const flushed = (stream: NodeJS.WriteStream): Promise<void> =>
  new Promise((resolve) => {
    if (stream.destroyed) resolve();
    else stream.write('', () => resolve());
  });
