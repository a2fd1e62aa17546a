import { Console } from 'node:console';
import { Readable, Writable } from 'node:stream';
import { main } from '../../src/cli/main.js';
import { type Called, type CallOptions, surroundings } from './command.js';

/**
 * Calls the command line inside this process, from its sources, so that a call loads no modules and coverage counts it. It gets what a
 * process gets: environment, working folder, arguments, streams. A call that leaves something behind fails.
 */
export const r2med = (args: readonly string[], options: CallOptions = {}): Promise<Called> => {
  const call = last.then(() => runMain(args, options));
  last = call.catch(() => {});
  return call;
};

/** What a call prints. One that fails rejects, with what it says on stderr. */
export const printedBy = async (args: readonly string[], options: CallOptions = {}): Promise<string> => {
  const { code, stdout, stderr } = await r2med(args, options);
  if (code !== 0) throw new Error(stderr);
  return stdout;
};

/** One call at a time, since a process has one environment and one working folder. */
let last: Promise<unknown> = Promise.resolve();

const runMain = async (args: readonly string[], options: CallOptions): Promise<Called> => {
  const [stdout, stderr] = [collector(), collector()];
  const { env, cwd } = surroundings(options);
  const before = listeners();
  const undo: (() => void)[] = [];
  try {
    undo.push(swapEnvironment(env));
    undo.push(swapFolder(cwd));
    undo.push(swapExitCode());
    undo.push(swapProperty(process, 'argv', [process.execPath, 'r2med', ...args]));
    undo.push(swapProperty(process, 'stdin', Readable.from([Buffer.from(options.input ?? '')])));
    undo.push(swapProperty(process, 'stdout', stdout.stream));
    undo.push(swapProperty(process, 'stderr', stderr.stream));
    undo.push(
      swapProperty(globalThis, 'console', new Console({ stdout: stdout.stream, stderr: stderr.stream })),
    );
    await main(process.argv);
    endOfProcess(before);
    return { code: Number(process.exitCode ?? 0), stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    for (const each of undo.reverse()) each();
  }
};

const collector = (): { readonly stream: Writable; text(): string } => {
  const parts: Buffer[] = [];
  const stream = new Writable({
    write: (bytes: Buffer, _encoding, done) => {
      parts.push(bytes);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(parts).toString() };
};

/** The real environment, since Node reads some of it by itself, such as the home folder. */
const swapEnvironment = (env: NodeJS.ProcessEnv): (() => void) => {
  const before = { ...process.env };
  const set = (wanted: NodeJS.ProcessEnv): void => {
    for (const name of Object.keys(process.env)) if (!(name in wanted)) delete process.env[name];
    for (const [name, value] of Object.entries(wanted)) if (value !== undefined) process.env[name] = value;
  };
  set(env);
  return () => set(before);
};

const swapFolder = (folder: string): (() => void) => {
  const before = process.cwd();
  process.chdir(folder);
  return () => process.chdir(before);
};

const swapExitCode = (): (() => void) => {
  const before = process.exitCode;
  process.exitCode = undefined;
  return () => {
    process.exitCode = before;
  };
};

const swapProperty = (object: object, name: string, value: unknown): (() => void) => {
  const before = Object.getOwnPropertyDescriptor(object, name)!;
  Object.defineProperty(object, name, { value, writable: true, configurable: true, enumerable: true });
  return () => Object.defineProperty(object, name, before);
};

type Listeners = ReadonlyMap<string | symbol, ReadonlySet<unknown>>;

const listeners = (): Listeners =>
  new Map(process.eventNames().map((name) => [name, new Set(process.rawListeners(name as 'exit'))]));

/** Does what waits for the end of the process. Anything else that still listens to the process was forgotten. */
const endOfProcess = (before: Listeners): void => {
  for (const [name, found] of listeners())
    for (const listener of found as ReadonlySet<() => void>) {
      if (before.get(name)?.has(listener)) continue;
      process.removeListener(name, listener);
      if (name !== 'exit') throw new Error(`the call left a listener for "${String(name)}"`);
      listener();
    }
};
