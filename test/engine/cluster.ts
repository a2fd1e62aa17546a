import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

const SCRIPT = fileURLToPath(new URL('../../scripts/engine.sh', import.meta.url));

declare module 'vitest' {
  interface ProvidedContext {
    /** Addresses of three nodes, comma separated. */
    cluster: string;
  }
}

/** Starts three nodes for all tests, and stops them. Fails if they do not start. `ENGINE_TEST_URL` names a running cluster instead. */
export default async ({ provide }: TestProject): Promise<(() => void) | undefined> => {
  const running = process.env.ENGINE_TEST_URL;
  if (running) {
    provide('cluster', running);
    return undefined;
  }
  const folder = mkdtempSync(join(tmpdir(), 'r2med-engine-'));
  const engine = (...args: string[]): string =>
    execFileSync(SCRIPT, [folder, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    }).trim();
  const stop = (): void => {
    engine('stop');
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    provide('cluster', engine('start', '3'));
  } catch (error) {
    stop();
    throw error;
  }
  return stop;
};
