import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

export type Files = Readonly<Record<string, string | Uint8Array>>;

/** Writes files, by their path in it, into a folder that is gone after the test. */
export const writtenFolder = (files: Files = {}, name = 'task'): string => {
  const parent = mkdtempSync(join(tmpdir(), 'r2med-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  const folder = join(parent, name);
  mkdirSync(folder);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
};

/** JSON lines. */
export const jsonl = (...rows: readonly unknown[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join('');
