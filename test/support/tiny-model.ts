import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { FetchModelOptions } from '../../src/platform/hub/index.js';
import { type HubServer, type ServedFile, startHub } from './hub-server.js';
import { untiring } from './tiny-hub.js';
import { COMMIT, MODEL, MODEL_FILES } from './tiny-model-files.js';
import { type TestTools, testTools } from './tools.js';
import { writtenFolder } from './written-folder.js';

export * from './tiny-model-files.js';

export interface TinyModel {
  readonly server: HubServer;
  readonly tools: TestTools;
  readonly options: FetchModelOptions & { readonly env: Readonly<Record<string, string>> };
  /** The model's cache folder, and that of its commit. */
  readonly cache: string;
  readonly folder: string;
  readonly waits: number[];
}

/** A server with a small model, of which `main` is the only branch, and an empty cache; both gone after the test. */
export const tinyModel = async (
  files: Readonly<Record<string, ServedFile>> = MODEL_FILES,
  branches: readonly string[] = ['main'],
): Promise<TinyModel> => {
  const server = await startHub(MODEL, COMMIT, files, { kind: 'model', branches });
  onTestFinished(server.close);
  const env = { HF_HOME: writtenFolder({}, 'hf'), HF_ENDPOINT: server.endpoint };
  const waits: number[] = [];
  const cache = join(env.HF_HOME, 'hub', 'models--Tests--Tiny-Model');
  return {
    server,
    tools: testTools(),
    options: { env, retryPolicy: untiring(waits) },
    cache,
    folder: join(cache, 'snapshots', COMMIT),
    waits,
  };
};
