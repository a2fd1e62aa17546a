import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { COMMON } from '../support/common-settings.js';

/** Tests that need a real browser: `npm run test:browser`. They are kept apart so that `npm test` needs none. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    ...COMMON,
    include: ['test/browser/**/*.test.ts'],
    globalSetup: ['test/support/temporary-files.ts'],
    testTimeout: 120_000,
    hookTimeout: 300_000,
  },
});
