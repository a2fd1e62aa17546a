// Packs the package, installs it where nothing else is, and uses it as a new user would.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const place = mkdtempSync(join(tmpdir(), 'r2med-package-'));
const call = (command, args, cwd = place) =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
const must = (holds, what) => {
  if (!holds) throw new Error(`package check: ${what}`);
  console.log(`ok  ${what}`);
};

try {
  call('node', ['scripts/build.js'], root);
  const packed = JSON.parse(call('npm', ['pack', '--json', '--pack-destination', place], root));
  const files = (Array.isArray(packed) ? packed : Object.values(packed))[0].files.map(({ path }) => path);
  must(
    files.includes('dist/index.js') && files.includes('dist/index.d.ts'),
    'holds the compiled library and its types',
  );
  must(
    files.some((path) => path.startsWith('data/sample/')),
    'holds the sample suite',
  );
  must(
    !files.some((path) => /(^|\/)(src|test|bench)\//.test(path) || /\.test\./.test(path)),
    'holds no sources or tests',
  );

  writeFileSync(join(place, 'package.json'), '{ "name": "user", "private": true, "type": "module" }');
  const tarball = readdirSync(place).find((name) => name.endsWith('.tgz'));
  call('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', `./${tarball}`]);

  const table = call('npx', [
    'r2med',
    'run',
    '--suite',
    'sample',
    '--retriever',
    'bm25',
    '--quiet',
    '--json',
  ]);
  must(JSON.parse(table).tasks.length === 8, 'runs bm25 on the eight sample tasks');
  writeFileSync(
    join(place, 'use.js'),
    `import { bm25, evaluate, nDCG, task } from 'r2med';
     console.log(typeof bm25, typeof evaluate, nDCG.at(10).name, typeof task);`,
  );
  must(call('node', ['use.js']).trim() === 'function function nDCG@10 function', 'is a library');
} finally {
  rmSync(place, { recursive: true, force: true });
}
