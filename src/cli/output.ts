import { once } from 'node:events';
import { printable, printableJson } from '../core/index.js';

/** Writes results to stdout and waits when the reader is slower. The one place that does: what a terminal obeys is shown instead. */
export const print = async (text: string): Promise<void> => {
  if (!process.stdout.write(printable(text))) await once(process.stdout, 'drain');
};

export const printLine = (text: string): Promise<void> => print(`${text}\n`);

export const printJson = (value: unknown): Promise<void> => printLine(printableJson(value, 2));

/** Columns of the terminal; 120 where there is none, so that files and pipes get whole tables. */
export const screenWidth = (): number => process.stdout.columns || 120;
