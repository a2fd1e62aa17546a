import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { COMMON } from '../support/common-settings.js';

/** Disks, processes and servers that fail: `npm run test:faults`. They need a C compiler and Linux, so `npm test` leaves them out. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    ...COMMON,
    include: ['test/faults/**/*.test.ts'],
    globalSetup: ['test/support/temporary-files.ts'],
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
