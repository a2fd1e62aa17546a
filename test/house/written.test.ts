import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const SCRIPT = fileURLToPath(new URL('../../scripts/write.js', import.meta.url));

/** What other tests run anyway: readme.test.ts, leakage-table.test.ts, example-build.test.ts. */
const ELSEWHERE = ['leakage', 'readme', 'example-review'];

const [, table = ''] = /^const PARTS = \{\n([\s\S]*?)^\};/m.exec(readFileSync(SCRIPT, 'utf8')) ?? [];
const parts = [...table.matchAll(/^ {2}'?([\w-]+)'?: /gm)].map(([, name]) => name!);

it('what is generated is what the code gives: docs/api.txt, schemas, tables of the documentation', async () => {
  const here = parts.filter((name) => !ELSEWHERE.includes(name));
  expect(here).toEqual([
    'api',
    'schemas',
    'flags',
    'settings',
    'models',
    'reproduction',
    'field',
    'audit',
    'personal-data',
    'pages',
    'inputs',
  ]);
  // Behind? npm run write, and look at what changed.
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [SCRIPT, '--check', ...here]);
  expect(stdout + stderr).toBe('');
}, 900_000);

it('an unknown part is refused', async () => {
  const asked = promisify(execFile)(process.execPath, [join(SCRIPT), '--check', 'tables']);
  await expect(asked).rejects.toThrow('no part tables: api, schemas, flags, settings');
});
