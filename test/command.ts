import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const BIN = fileURLToPath(new URL('../bin/r2med.js', import.meta.url));

export interface Called {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CallOptions {
  readonly input?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'r2med-test-'));

/** Calls the command line as a user does, in a process of its own with caches of its own. */
export const r2med = (args: readonly string[], { input, env, cwd }: CallOptions = {}): Promise<Called> =>
  new Promise((resolve, reject) => {
    const home = temporaryFolder();
    const child = spawn(process.execPath, [BIN, ...args], {
      cwd: cwd ?? home,
      env: {
        PATH: process.env.PATH,
        HOME: home,
        R2MED_HOME: join(home, 'r2med'),
        HF_HOME: join(home, 'hf'),
        ...env,
      },
    });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout.on('data', (bytes: Buffer) => stdout.push(bytes));
    child.stderr.on('data', (bytes: Buffer) => stderr.push(bytes));
    child.on('error', reject);
    child.on('close', (code) =>
      resolve({ code, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() }),
    );
    child.stdin.on('error', () => {}); // a verb that does not read its input may close it early
    child.stdin.end(input ?? '');
  });
