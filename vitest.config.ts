import { defineConfig } from 'vitest/config';
import { COMMON } from './test/support/common-settings.js';

/**
 * Least percentages of lines and of branches that tests reach, for floors and rooms where a loss would hurt: two or three below what they reached when this was
 * written. What a call of the command line reaches in a separate process is not counted; most calls run inside the test process.
 */
const LEAST = {
  'platform/api-client': [99, 96],
  'models/custom': [96, 91],
  'models/embedders': [88, 76],
  'models/llms': [97, 93],
  'models/onnx': [96, 90],
  'models/scorers': [97, 93],
  'search/retrieval': [97, 94],
  evaluation: [99, 97],
  'experiment/record': [89, 86],
  'experiment/results': [96, 93],
  // `web` and searches at a prompt run in processes of their own, which are not counted.
  cli: [94, 83],
} as const;

const thresholds = Object.fromEntries(
  Object.entries(LEAST).map(([folder, [lines, branches]]) => [`src/${folder}/**`, { lines, branches }]),
);

export default defineConfig({
  test: {
    ...COMMON,
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['test/browser/**', 'test/engine/**', 'test/faults/**', 'test/weights/**', 'node_modules/**'],
    globalSetup: ['test/support/temporary-files.ts'],
    // Modules are loaded once per worker instead of once per file: they have no state of their own, and tests put back what they change.
    isolate: false,
    // Vitest keeps one core free by default; many tests wait for processes of their own anyway.
    maxWorkers: '100%',
    // Generous, since tests start processes of their own and machines are shared.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      exclude: ['src/**/*.test.ts'],
      reporter: ['text-summary'],
      // A floor that is missed is seen in the same run as a test that fails.
      reportOnFailure: true,
      thresholds,
    },
  },
});
