import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { COMMON } from '../support/common-settings.js';

/** Tests that need a real search engine: `npm run test:engine`. They are kept apart so that `npm test` needs none. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    ...COMMON,
    include: ['test/engine/**/*.test.ts'],
    globalSetup: ['test/support/temporary-files.ts', 'test/engine/cluster.ts', 'test/engine/database.ts'],
    // One cluster for all of them: they would see each other's indexes.
    fileParallelism: false,
    testTimeout: 900_000,
    hookTimeout: 900_000,
  },
});
