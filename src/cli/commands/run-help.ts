import type { Command } from 'commander';
import { verb } from '../flags/index.js';
import { type RunFlags, runFlags, writerFlags } from '../run-flags.js';

/** `r2med run`: its flags and its help; the work is loaded when it is called, so help is there at once. */
export const command = (): Command =>
  verb({ ...runFlags(), ...writerFlags() }).action(async (flags: RunFlags, command: Command) =>
    (await import('./run.js')).runAll(flags, command),
  );
