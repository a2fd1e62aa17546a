import { spawnSync } from 'node:child_process';
import { openSync, readSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Compiles a library of this folder. */
export const compiled = (name: 'faults' | 'forking', folder: string): string => {
  const source = fileURLToPath(new URL(`${name}.c`, import.meta.url));
  const library = join(folder, `${name}.so`);
  const flags = ['-O1', '-shared', '-fPIC', '-Wall', '-Wextra', '-Wno-nonnull-compare', '-Werror'];
  const { status, stderr, error } = spawnSync('cc', [...flags, '-o', library, source, '-ldl', '-lpthread'], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${name}.c cannot be compiled: ${error?.message ?? stderr}`);
  return library;
};

/** As in faults.c. */
const MODES = { off: 0, fail: 1, kill: 2, power: 3, 'power-names': 4 } as const;
const ERRORS = { EIO: 5, EACCES: 13, ENOSPC: 28 } as const;

export type ErrorName = keyof typeof ERRORS;
export type KillName = 'kill' | 'power' | 'power-names';

/** What happens at the n-th call. Errors strike calls that write or read, kills those that write: a kill before a read is one after the last write. */
export type Fault = { readonly at: number } & (
  | { readonly fail: ErrorName; readonly of: 'writes' | 'reads' }
  | { readonly end: KillName }
);

/** The page of memory that a test shares with the process it disturbs. */
export interface Control {
  readonly file: string;
  arm(fault: Fault): void;
  /** Counts calls and disturbs none. */
  count(of: 'writes' | 'reads'): void;
  disarm(): void;
  /** Calls so far, and the one that was struck. */
  seen(): { readonly count: number; readonly struck: string | undefined };
}

const WORDS = 6;
const MASK = { writes: 1, reads: 2 } as const;
/** No call is the n-th of so many. */
const NEVER = 2 ** 40;

export const openControl = (folder: string): Control => {
  const file = join(folder, 'control');
  writeFileSync(file, Buffer.alloc(4096));
  const descriptor = openSync(file, 'r+');
  const set = (...words: readonly number[]): void => {
    const bytes = Buffer.alloc(4096);
    for (const [i, word] of words.entries()) bytes.writeBigInt64LE(BigInt(word), 8 * i);
    writeSync(descriptor, bytes, 0, bytes.length, 0);
  };
  return {
    file,
    arm: (fault) =>
      'fail' in fault
        ? set(MODES.fail, fault.at, ERRORS[fault.fail], MASK[fault.of])
        : set(MODES[fault.end], fault.at, 0, MASK.writes),
    count: (of) => set(MODES.fail, NEVER, 0, MASK[of]),
    disarm: () => set(MODES.off),
    seen: () => {
      const bytes = Buffer.alloc(4096);
      readSync(descriptor, bytes, 0, bytes.length, 0);
      const word = (i: number): number => Number(bytes.readBigInt64LE(8 * i));
      const text = bytes.toString('utf8', 8 * WORDS, bytes.indexOf(0, 8 * WORDS));
      return { count: word(4), struck: word(5) > 0 ? text : undefined };
    },
  };
};

/** The environment of a process that is disturbed below `root`. */
export const disturbed = (library: string, root: string, control?: Control): NodeJS.ProcessEnv => ({
  LD_PRELOAD: library,
  FAULT_ROOT: root,
  ...(control && { FAULT_CONTROL: control.file }),
  // Calls that bypass the C library could not be counted.
  UV_USE_IO_URING: '0',
});
