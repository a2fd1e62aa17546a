#!/usr/bin/env node
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

// The published package ships dist/; a fresh clone compiles it on the first call.
if (!existsSync(here('../dist/cli/main.js'))) {
  process.stderr.write('r2med: compiling once …\n');
  const { status } = spawnSync(process.execPath, [here('../scripts/build.js')], { stdio: 'inherit' });
  if (status !== 0) {
    process.stderr.write('r2med: compiling failed. Fix: run npm ci in the checkout, then call again.\n');
    process.exit(1);
  }
}
const { main, runToTheEnd } = await import('../dist/cli/main.js');
await runToTheEnd(() => main(process.argv));
