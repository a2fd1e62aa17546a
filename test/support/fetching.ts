import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { r2med } from './in-process.js';

/** The command line as it ships; `npm test` compiles it first. */
const BIN = fileURLToPath(new URL('../../bin/r2med.js', import.meta.url));

/** `r2med fetch` under way. */
export const start = (env: NodeJS.ProcessEnv, ...words: string[]): ChildProcess => {
  const child = spawn(process.execPath, [BIN, 'fetch', ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
};

/** What it comes to. */
export const outcome = async (
  child: ChildProcess,
): Promise<{ code: number; stdout: string; stderr: string }> => {
  const [stdout, stderr] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    once(child, 'close'),
  ]);
  return { code: child.exitCode!, stdout, stderr };
};

/** The same inside this process, for all that is not about processes. */
export const fetched = (env: NodeJS.ProcessEnv, ...words: string[]) => r2med(['fetch', ...words], { env });
