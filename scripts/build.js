// Compiles src/ to dist/: types by TypeScript, which checks them, and modules by the bundler. The first build appears whole, by a rename, so calls made meanwhile never see half of it;
// later builds are incremental.
import { spawnSync } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'dist');
const target = existsSync(dist) ? dist : `${dist}-${process.pid}`;

// The first build takes a while, and npm start says nothing before it.
if (target !== dist) console.error('Compiling src/ …');
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');
const { status } = spawnSync(
  process.execPath,
  [
    tsc,
    '-p',
    join(root, 'tsconfig.build.json'),
    '--outDir',
    target,
    '--tsBuildInfoFile',
    join(target, '.tsbuildinfo'),
  ],
  { stdio: ['ignore', 2, 2] },
);
try {
  if (status === 0) await bundle(root, target);
  if (status === 0 && !existsSync(dist)) renameSync(target, dist);
} finally {
  if (target !== dist) rmSync(target, { recursive: true, force: true });
}
process.exitCode = status ?? 1;
