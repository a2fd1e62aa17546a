import { once } from 'node:events';
import { printable, printableJson } from '../core/index.js';
import { writeError } from '../node/index.js';
import { report } from './report.js';

/** Standard output, once nothing written to it arrives. */
const unread = new WeakSet<NodeJS.WriteStream>();

/**
 * A reader that goes away (`r2med … | head -1`) changes nothing but what it reads: the work goes on, its files are written and the
 * exit code is that of the work. Any other failure to write results is a failure.
 */
export const outliveReaders = (): void => {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (isRead() && error.code !== 'EPIPE') {
      report(writeError('standard output', error), process.env);
      process.exitCode ||= 1;
    }
    unread.add(process.stdout);
  });
  // There is no other place to complain.
  process.stderr.on('error', () => {});
};

/** Whether results still reach a reader. */
export const isRead = (): boolean => !unread.has(process.stdout);

/** Writes results to stdout and waits when the reader is slower. The one place that does: what a terminal obeys is shown instead. */
export const print = async (text: string): Promise<void> => {
  if (!isRead() || process.stdout.write(printable(text))) return;
  // A reader that goes away meanwhile is seen to above.
  await once(process.stdout, 'drain').catch(() => {});
};

export const printLine = (text: string): Promise<void> => print(`${text}\n`);

export const printJson = (value: unknown): Promise<void> => printLine(printableJson(value, 2));

/** Columns of the terminal; 120 where there is none, so that files and pipes get whole tables. */
export const screenWidth = (): number => process.stdout.columns || 120;
