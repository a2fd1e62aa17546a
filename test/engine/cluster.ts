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
    /** Address of one node of OpenSearch 3; empty where there is no Java for it. */
    version3: string;
  }
}

/** The newest whose k-NN plugin is in Maven Central. */
const VERSION_3 = '3.6.0';
/** What `scripts/engine.sh` ends with where no Java that is new enough can be had. */
const NO_JAVA = 3;

/**
 * Starts three nodes of OpenSearch 2 for all tests and one of OpenSearch 3, and stops them. Fails if they do not start.
 * `ENGINE_TEST_FOLDER` names the folder of a cluster of three that is running, and goes on running, instead; `none`: no test of this call needs one.
 */
export default async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  const running = process.env.ENGINE_TEST_FOLDER;
  if (running === 'none') return async () => {};
  const started: string[] = [];
  const folderOf = (): string => {
    const folder = mkdtempSync(join(tmpdir(), 'r2med-engine-'));
    started.push(folder);
    return folder;
  };
  const stop = async (): Promise<void> => {
    for (const folder of started) {
      // A cluster that never began to start has nothing to stop.
      await engineScript(folder, ['stop']).catch(() => {});
      rmSync(folder, { recursive: true, force: true });
    }
  };
  const folder = running ?? folderOf();
  provide('clusterFolder', folder);
  try {
    // Not at once: both may have to be assembled, the second from parts of the first.
    provide('cluster', await engineScript(folder, running ? ['url'] : ['start']));
    provide('version3', await startVersion3(folderOf()));
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
};

const startVersion3 = (folder: string): Promise<string> =>
  engineScript(folder, ['start', '1'], { ENGINE_VERSION: VERSION_3 }).catch((error) => {
    // In CI a part that cannot start is a failure; on a machine of one's own the rest is worth running.
    if (error.code !== NO_JAVA || process.env.CI === 'true') throw error;
    console.error(`OpenSearch ${VERSION_3} is NOT tested here. ${error.stderr.trim()}`);
    return '';
  });
