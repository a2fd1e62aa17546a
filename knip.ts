import type { KnipConfig } from 'knip';
import manifest from './package.json' with { type: 'json' };

/** The source of each entry point of the package: what users can import is used, whoever imports it here. */
const published = Object.values(manifest.exports)
  .filter((entry) => typeof entry !== 'string')
  .map((entry) => entry.default.replace('./dist/', 'src/').replace(/\.js$/, '.ts'));

const config: KnipConfig = {
  entry: [
    ...published,
    'src/cli/main.ts',
    'src/web/page/main.tsx',
    'src/web/review-page/main.tsx',
    // Charts are drawn by views and by exports.
    'src/analysis/charts/index.ts',
    'src/**/*-worker.ts',
    'src/platform/node/worker-thread.ts',
    'bin/*.js',
    'action/gate.js',
    'scripts/**/*.js',
    'bench/**/*.{js,tsx}',
    'examples/*',
    'test/**/*.test.ts',
    'test/fixtures/audit-checks/*.ts',
    'test/workers/*.js',
    'test/fuzz/*.js',
    'test/faults/all.ts',
    'test/parity/*.ts',
    'test/weights/vitest.config.ts',
  ],
  project: ['src/**/*.{ts,tsx}', 'action/*.js', 'test/**/*.ts', 'bench/**/*.{js,tsx}', 'scripts/**/*.js'],
  ignoreExportsUsedInFile: true,
  // Of the system: a compiler and certificates of tests, and what a process tells the disk.
  ignoreBinaries: ['mount', 'umount', 'cc', 'openssl', 'strace', 'mkfifo'],
};

export default config;
