import { defineConfig } from 'vitest/config';

/**
 * Least percentages of lines and of branches that tests reach, for folders where a loss would hurt. What the command line reaches in
 * processes of its own is not counted, so embedders and custom models, which are much tested through it, have lower floors.
 */
const FLOORS = {
  'api-client': [99, 96],
  custom: [88, 79],
  embedders: [83, 68],
  evaluation: [99, 97],
  llms: [97, 93],
  onnx: [96, 88],
  record: [83, 72],
  results: [93, 86],
  retrieval: [96, 92],
  scorers: [95, 91],
} as const;

const floors = Object.fromEntries(
  Object.entries(FLOORS).map(([folder, [lines, branches]]) => [`src/${folder}/**`, { lines, branches }]),
);

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['test/browser/**', 'node_modules/**'],
    pool: 'forks',
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
      thresholds: floors,
    },
  },
});
