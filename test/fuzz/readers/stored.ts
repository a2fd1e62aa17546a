import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { once } from '../../../src/core/index.js';

/** A folder of this thread: below that of the run, which removes it, or of the tests. */
const folder = once(() => mkdtempSync(join(process.env.R2MED_FUZZ_FOLDER ?? tmpdir(), `fuzz-${threadId}-`)));

/** A path of this thread's, for a file that is written again and again. */
export const pathOf = (name: string): string => join(folder(), name);

/** Reads an input as the content of a file. */
export const inFile =
  <Value>(name: string, read: (file: string) => Promise<Value> | Value) =>
  (input: string | Buffer): Promise<Value> | Value => {
    const file = pathOf(name);
    writeFileSync(file, input);
    return read(file);
  };

/** Puts files into one text, each below a line with its name. */
export const together = (files: Readonly<Record<string, string>>): string =>
  Object.entries(files)
    .map(([name, content]) => `=== ${name}\n${content}${content.endsWith('\n') ? '' : '\n'}`)
    .join('');

/** Reads a text of several files as a folder of them. Names are those of the seeds alone: no input says where something is written. */
export const inFolder =
  <Value>(name: string, names: readonly string[], read: (folder: string) => Promise<Value> | Value) =>
  (input: string): Promise<Value> | Value => {
    const root = pathOf(name);
    rmSync(root, { recursive: true, force: true });
    mkdirSync(root);
    for (const part of input.split(/^=== /m)) {
      const end = part.indexOf('\n');
      const file = part.slice(0, end);
      if (!names.includes(file)) continue;
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), part.slice(end + 1));
    }
    return read(root);
  };
