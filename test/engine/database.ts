import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of a PostgreSQL database with pgvector. */
    database: string;
    /** The folder of its server, for `scripts/postgres.sh`. */
    databaseFolder: string;
  }
}

const SCRIPT = fileURLToPath(new URL('../../scripts/postgres.sh', import.meta.url));

/** Calls `scripts/postgres.sh` for the server of a folder. */
export const postgresScript = async (folder: string, command: string): Promise<string> => {
  const { stdout } = await promisify(execFile)(SCRIPT, [folder, command]);
  return stdout.trim();
};

/** Starts a server of PostgreSQL for all tests, and ends it. Fails if it does not start. */
export default async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  const folder = mkdtempSync(join(tmpdir(), 'r2med-postgres-'));
  // The server of root runs as nobody, who must find the folder.
  for (const each of [tmpdir(), folder])
    if (process.getuid?.() === 0 && each !== '/tmp') chmodSync(each, 0o711);
  const stop = async (): Promise<void> => {
    await postgresScript(folder, 'stop').catch(() => {});
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    provide('database', await postgresScript(folder, 'start'));
    provide('databaseFolder', folder);
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
};
