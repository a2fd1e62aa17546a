import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { basename } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { InputError, shortened } from '../../core/index.js';
import { type Alarm, duration } from '../../platform/node/index.js';
import { type Frame, lineSplitter } from './line-splitter.js';
import { GRACE_MS } from './time-limit.js';

/** A line on stderr is for people; longer ones are data that went astray. */
const LONGEST_NOTE_BYTES = 1 << 16;
/** The last words of a program that died are where Python puts the error. */
const LAST_WORDS = 3;

export interface ChildEvents {
  /** A line, which may announce bytes that follow it. */
  line(text: string): Frame | undefined;
  /** A line longer than `longestLine` has begun so. */
  tooLong(head: string): void;
  note(line: string): void;
  /** No line comes any more. Comes once. */
  ended(how: string): void;
}

export interface ChildOptions {
  readonly words: readonly string[];
  readonly cwd: string;
  /** Variables it gets besides ours. */
  readonly env?: Readonly<Record<string, string>>;
  readonly longestLine: number;
  readonly alarm: Alarm;
  /** Milliseconds to end after its input ended, and again after it was asked to; it may change with what the program says. */
  grace?(): number;
}

export interface Child {
  send(line: string): void;
  /** Ends its input and waits until it is gone; one that stays is killed. */
  close(): Promise<void>;
  kill(): void;
}

/** Starts a program that speaks lines; resolves when it runs. */
export const startChild = async (
  { words, cwd, env: more, longestLine, alarm, grace = () => GRACE_MS }: ChildOptions,
  events: ChildEvents,
): Promise<Child> => {
  const [program, ...args] = words as [string, ...string[]];
  // Python keeps what it prints to a pipe until 8 kB are full, and would wait for us while we wait for it.
  const env = { PYTHONUNBUFFERED: '1', ...process.env, ...more };
  const child = await running(program, () =>
    spawn(program, args, { cwd, env, stdio: 'pipe', windowsHide: true }),
  );

  const lastWords: string[] = [];
  const prefix = `[${basename(program)}] `;
  const heard = (text: string): undefined => {
    const line = printable(text);
    if (!line) return;
    lastWords.splice(0, lastWords.length - LAST_WORDS + 1);
    lastWords.push(line);
    events.note(prefix + line);
  };
  const answers = lineSplitter(longestLine, events.line, events.tooLong);
  const notes = lineSplitter(LONGEST_NOTE_BYTES, heard, (head) => heard(`${head}…`));
  child.stdout.on('data', answers.push);
  child.stderr.on('data', notes.push);
  child.stdin.on('error', () => {}); // it closed its input: its unanswered requests report it

  const gone = new Promise<void>((resolve) => {
    child.on('close', (code, signal) => {
      answers.end();
      notes.end();
      const how = signal ? `was ended by ${signal}` : `exited with code ${code}`;
      events.ended(lastWords.length > 0 ? `${how}: ${shortened(lastWords.join(' | '), 1000)}` : how);
      resolve();
    });
  });
  // Its own children may hold the pipes open after it is gone.
  child.on('exit', () => {
    const cancel = alarm(grace(), () => {
      child.stdout.destroy();
      child.stderr.destroy();
    });
    child.on('close', cancel);
  });

  return {
    // ASCII as it is, without a look at each character.
    send: (line) => child.stdin.write(line, 'latin1'),
    kill: () => child.kill('SIGKILL'),
    close: async () => {
      child.stdin.end();
      const given = grace();
      const end = (signal: NodeJS.Signals): void => {
        events.note(`${prefix}has not ended ${duration(given)} after its input did: ${signal}`);
        child.kill(signal);
      };
      let cancel = alarm(given, () => {
        end('SIGTERM');
        cancel = alarm(given, () => end('SIGKILL'));
      });
      await gone;
      cancel();
    },
  };
};

const running = (
  program: string,
  start: () => ChildProcessWithoutNullStreams,
): Promise<ChildProcessWithoutNullStreams> =>
  new Promise<ChildProcessWithoutNullStreams>((resolve, reject) => {
    const child = start();
    child.once('spawn', () => resolve(child));
    child.on('error', reject);
  }).catch((cause: NodeJS.ErrnoException) => {
    const problem = {
      found: `the program "${program}" cannot be started (${cause.code ?? cause.message})`,
      expected: 'a program on the PATH or a path to one; no shell reads the command',
      ...(/^\w+=/.test(program) && { fix: `env ${program} …` }),
    };
    throw new InputError(problem, { cause });
  });

/** What is left of a line on a terminal: the last of what was written over itself, without colours. */
const printable = (text: string): string =>
  stripVTControlCharacters(text.trimEnd().split('\r').at(-1)!)
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
    .trimEnd();
