import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

it('docs/leakage.md says what the search for planted leaks finds', () => {
  // Behind? node scripts/write-leakage-table.js
  const script = fileURLToPath(new URL('../scripts/write-leakage-table.js', import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});
