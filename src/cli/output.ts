import { once } from 'node:events';
import { printableJson, shownText } from '../core/index.js';
import { takesColours, writeError } from '../platform/node/index.js';
import type { ShownTable } from '../platform/tables/index.js';
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

/** Writes results to stdout and waits when the reader is slower. The one place that does. */
const write = async (text: string): Promise<void> => {
  if (!isRead() || process.stdout.write(text)) return;
  // A reader that goes away meanwhile is seen to above.
  await once(process.stdout, 'drain').catch(() => {});
};

/** Results: what a terminal would obey is shown instead, and styles are colours where the terminal takes them. */
export const printText = (text: string): Promise<void> =>
  write(shownText(text, takesColours(process.stdout, process.env)));

export const printLine = (text: string): Promise<void> => printText(`${text}\n`);

export const printJson = (value: unknown): Promise<void> => write(`${printableJson(value, 2)}\n`);

/** JSON of one line, for output of which each line is one. */
export const printJsonLine = (value: unknown): Promise<void> => write(`${printableJson(value)}\n`);

/** The descriptor of standard output, to ask what it is; none where results are collected. */
export const outputDescriptor = (): number | undefined => process.stdout.fd;

/** Columns of the terminal; where there is none, those that `COLUMNS` says, else 120, so that files and pipes get whole tables. */
export const screenWidth = (): number => process.stdout.columns || Number(process.env.COLUMNS) || 120;

/** A table as this terminal shows it, or for a README. */
export const tableText = (shown: ShownTable, markdown = false): string =>
  markdown ? shown.markdown() : shown.text(screenWidth());
