import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const BIN = fileURLToPath(new URL('../../bin/r2med.js', import.meta.url));

export interface Called {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CallOptions {
  readonly input?: string | Uint8Array;
  readonly env?: Readonly<NodeJS.ProcessEnv>;
  readonly cwd?: string;
  /** Of another checkout. */
  readonly bin?: string;
}

export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'r2med-test-'));

/** A call that is under way. */
export interface Call {
  readonly pid: number;
  readonly done: Promise<Called>;
  /** Resolves when stderr holds this text; rejects when the call ends without. */
  said(text: string): Promise<void>;
  kill(signal: NodeJS.Signals): void;
}

/** The working folder and the environment of a call: caches of its own, and no variable of this process but the path. */
export const surroundings = ({ env, cwd }: CallOptions): { cwd: string; env: NodeJS.ProcessEnv } => {
  const home = temporaryFolder();
  return {
    cwd: cwd ?? home,
    env: {
      PATH: process.env.PATH,
      HOME: home,
      R2MED_HOME: join(home, 'r2med'),
      HF_HOME: join(home, 'hf'),
      ...env,
    },
  };
};

/** Starts the command line as a user does, in a process of its own with caches of its own. */
export const startR2med = (
  args: readonly string[],
  {
    input,
    bin = BIN,
    unread = [],
    within = [],
    ...options
  }: CallOptions & {
    readonly unread?: readonly ('stdout' | 'stderr')[];
    /** A program that starts it, with its own words. */
    readonly within?: readonly string[];
  } = {},
): Call => {
  const [program, ...words] = [...within, process.execPath, bin, ...args];
  const child = spawn(program!, words, surroundings(options));
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on('data', (bytes: Buffer) => stdout.push(bytes));
  child.stderr.on('data', (bytes: Buffer) => stderr.push(bytes));
  for (const name of unread) child[name].destroy();
  const said = (): string => Buffer.concat(stderr).toString();
  const done = new Promise<Called>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout: Buffer.concat(stdout).toString(), stderr: said() }));
  });
  child.stdin.on('error', () => {}); // a verb that does not read its input may close it early
  child.stdin.end(input ?? '');
  return {
    pid: child.pid!,
    done,
    said: (text) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (said().includes(text)) resolve();
        };
        child.stderr.on('data', look);
        child.on('close', () => reject(new Error(`"${text}" was not said: ${said()}`)));
        look();
      }),
    kill: (signal) => child.kill(signal),
  };
};

/**
 * Calls the command line as a user does, in a process of its own, and waits for its end. Only for tests about processes: signals, pipes,
 * threads, memory, several at once, modules that Node loads. All others call `r2med` of `in-process.ts`, which loads no modules again.
 */
export const r2med = (args: readonly string[], options: CallOptions = {}): Promise<Called> =>
  startR2med(args, options).done;
