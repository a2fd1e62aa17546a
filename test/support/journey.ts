import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Called } from './command.js';
import { callsIn } from './help-examples.js';
import { r2med } from './in-process.js';

/** A newcomer at a prompt: what is typed is counted, and a command that fails is a dead end, which ends the test. */
export const journey = (folder: string, env: Readonly<Record<string, string>> = {}, program = r2med) => {
  const typed: string[] = [];
  /** Types a line that may fail. */
  const tryTo = async (line: string): Promise<Called> => {
    const [call, ...more] = callsIn(line);
    if (!call || more.length > 0) throw new Error(`no single call of r2med: ${line}`);
    typed.push(line);
    const called = await program(call.words, { cwd: folder, env });
    if (call.to && called.code === 0) writeFileSync(join(folder, call.to), called.stdout);
    return called;
  };
  return {
    tryTo,
    /** Types a line; gives what it printed and said. */
    type: async (line: string): Promise<{ readonly printed: string; readonly said: string }> => {
      const { code, stdout, stderr } = await tryTo(line);
      if (code !== 0) throw new Error(`a dead end: ${line}\n${stderr}`);
      return { printed: stdout, said: stderr };
    },
    /** So many commands were typed, and none was a dead end. */
    ends: (commands: number): void => {
      expect(typed).toHaveLength(commands);
      expect(commands).toBeLessThanOrEqual(5);
    },
  };
};
