import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { COMMON } from '../support/common-settings.js';

/** Tests with a real language model. `test/weights/run` fetches it, and says where it and the installed program are. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    ...COMMON,
    include: ['test/weights/**/*.test.ts'],
    globalSetup: ['test/support/temporary-files.ts'],
    testTimeout: 1_800_000,
  },
});
