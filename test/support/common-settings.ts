import type { TestUserConfig } from 'vitest/node';

/** What holds for all tests, wherever they run. */
export const COMMON: TestUserConfig = {
  setupFiles: ['test/support/blocked.ts', 'test/support/seeded.ts'],
  pool: 'forks',
  // Without an end, the difference of two large values would be sought for hours, and nothing be told meanwhile.
  diff: { truncateThreshold: 300 },
};
