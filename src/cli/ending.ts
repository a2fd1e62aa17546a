import { writeSync } from 'node:fs';
import { WorkError } from '../core/index.js';
import { report } from './report.js';

/** For an end that the work did not choose: it waits for what can never come, or a module called `process.exit`. */
const CUT_SHORT =
  'r2med: the process ended before the work did\n' +
  '  Fix: if you use a custom model, check that its functions return and that it does not end the process\n';

/** Failed work and bad input: the code that sets these has printed why. */
const OUR_FAILURES: readonly unknown[] = [1, 2, 130];

/**
 * Runs to the end and ends the process, whatever a custom model leaves running: a timer, a socket, a thread. A process
 * that ends before its work has failed, and says so.
 */
export const runToTheEnd = async (work: () => Promise<void>): Promise<never> => {
  const cutShort = (): void => {
    // A reader that closed early ends the process too.
    if (OUR_FAILURES.includes(process.exitCode) || process.stdout.errored || process.stderr.errored) return;
    process.exitCode = 1;
    try {
      writeSync(process.stderr.fd, CUT_SHORT);
    } catch {
      // No reader is left; the exit code says it.
    }
  };
  process.once('exit', cutShort);
  process.on('uncaughtException', endUncaught);
  await work();
  await Promise.all([flushed(process.stdout), flushed(process.stderr)]);
  process.off('exit', cutShort);
  process.exit();
};

/** An error in a timer, or in a promise that nothing awaits: no caller can catch it, so it ends the process. */
const endUncaught = (error: unknown): never => {
  const place = error instanceof Error && error.stack?.split('\n').find((line) => /^ {4}at /.test(line));
  report(
    new WorkError(
      `${error}, which no function returned${place ? `\n${place}` : ''}`,
      'if a custom model is used, catch errors in its timers and await its promises',
    ),
    process.env,
  );
  process.exitCode = 1;
  process.exit();
};

/** On some systems a pipe takes what is written later. */
const flushed = (stream: NodeJS.WriteStream): Promise<void> =>
  new Promise((resolve) => {
    if (stream.destroyed) resolve();
    else stream.write('', () => resolve());
  });
