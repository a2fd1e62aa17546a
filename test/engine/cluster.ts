import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { engineScript } from './nodes.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Addresses of three nodes, comma separated. */
    cluster: string;
    /** The folder of the cluster, for `scripts/engine.sh`. */
    clusterFolder: string;
  }
}

/**
 * Starts three nodes for all tests, and stops them. Fails if they do not start. `ENGINE_TEST_FOLDER` names the folder of a cluster that
 * is running, and goes on running, instead.
 */
export default async ({ provide }: TestProject): Promise<(() => Promise<void>) | undefined> => {
  const running = process.env.ENGINE_TEST_FOLDER;
  const folder = running ?? mkdtempSync(join(tmpdir(), 'r2med-engine-'));
  const stop = async (): Promise<void> => {
    await engineScript(folder, 'stop');
    rmSync(folder, { recursive: true, force: true });
  };
  provide('clusterFolder', folder);
  try {
    provide('cluster', await engineScript(folder, running ? 'url' : 'start'));
  } catch (error) {
    if (!running) await stop();
    throw error;
  }
  return running ? undefined : stop;
};
