import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from './command.js';

const BIN = fileURLToPath(new URL('../../bin/r2med.js', import.meta.url));

/** A verb that serves, as a user starts it. */
export interface Serving {
  /** What it prints first. */
  readonly address: string;
  readonly process: ChildProcess;
  /** What it has said on stderr. */
  said(): string;
  /** Ends it as Ctrl-C does; gives the exit code. */
  stop(): Promise<number | null>;
  /** Ends it without a word of warning. */
  kill(): Promise<void>;
}

/** Starts a verb in a process of its own and waits for its address. `limit`: a setting of the shell before it. */
export const startServing = async (
  args: readonly string[],
  { env = {}, limit }: { readonly env?: Readonly<Record<string, string>>; readonly limit?: string } = {},
): Promise<Serving> => {
  const home = temporaryFolder();
  const [program, ...rest] =
    limit === undefined
      ? [process.execPath, BIN, ...args]
      : ['sh', '-c', `${limit}; exec "$@"`, 'sh', process.execPath, BIN, ...args];
  const child = spawn(program!, rest, {
    cwd: home,
    env: { PATH: process.env.PATH, HOME: home, R2MED_HOME: home, HF_HOME: home, ...env },
  });
  const said: string[] = [];
  child.stderr.on('data', (bytes: Buffer) => said.push(bytes.toString()));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const address = await new Promise<string>((resolve, reject) => {
    let printed = '';
    child.stdout.on('data', (bytes: Buffer) => {
      printed += bytes.toString();
      if (printed.includes('\n')) resolve(printed.split('\n', 1)[0]!);
    });
    child.on('close', () => reject(new Error(`r2med ${args.join(' ')} ended: ${said.join('')}`)));
  });
  const end = (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal);
    return ended;
  };
  return {
    address,
    process: child,
    said: () => said.join(''),
    stop: () => end('SIGINT'),
    kill: async () => {
      await end('SIGKILL');
    },
  };
};
