import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { RetryPolicy } from '../../src/platform/hub/index.js';
import type { FetchOptions, TaskEntry } from '../../src/tasks/index.js';
import { type HubServer, type ServedFile, startHub } from './hub-server.js';
import { REPOSITORY, REVISION, TINY, tinyRow } from './tiny-task.js';
import { type TestTools, testTools } from './tools.js';
import { writtenFolder } from './written-folder.js';

export { TINY, tinyRow };

export const CORPUS = TINY['corpus.jsonl']!;

export interface TinyHub {
  readonly server: HubServer;
  readonly row: TaskEntry;
  readonly tools: TestTools;
  readonly env: Readonly<Record<string, string>>;
  readonly options: FetchOptions & { readonly env: Readonly<Record<string, string>> };
  /** Milliseconds that were asked to be slept; nothing sleeps. */
  readonly waits: number[];
  /** Where the snapshot's files belong. */
  readonly folder: string;
  readonly blobs: string;
  /** Names of blobs that are not whole. */
  incomplete(): readonly string[];
}

/** Patience that only writes down how long it would sleep. */
export const untiring = (waits: number[] = []): RetryPolicy => ({
  tries: 5,
  sleep: async (ms) => waits.push(ms),
  random: () => 0.5,
  date: Date.now,
});

/** A server with a small task and an empty cache, both gone after the test. */
export const tinyHub = async (
  files: Readonly<Record<string, ServedFile>> = TINY,
  settings: Readonly<Record<string, string>> = {},
): Promise<TinyHub> => {
  const server = await startHub(REPOSITORY, REVISION, files);
  onTestFinished(server.close);
  const waits: number[] = [];
  const env = { HF_HOME: writtenFolder({}, 'hf'), HF_ENDPOINT: server.endpoint, ...settings };
  const repository = join(env.HF_HOME, 'hub', 'datasets--Tests--Tiny');
  const blobs = join(repository, 'blobs');
  const retryPolicy = untiring(waits);
  return {
    server,
    row: tinyRow(),
    tools: testTools(),
    env,
    options: { env, retryPolicy },
    waits,
    folder: join(repository, 'snapshots', REVISION),
    blobs,
    incomplete: () =>
      existsSync(blobs) ? readdirSync(blobs).filter((name) => name.endsWith('.incomplete')) : [],
  };
};
