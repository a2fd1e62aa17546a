// The packed package in an empty folder, on every runtime that a registry package brings: Node 20, 22 and 24, Bun and Deno. Each runs a benchmark, imports the
// library, reproduces the record that Node of this call made, and must come to the same scores. `--tarball FILE` takes a package that is packed already.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({
  options: { tarball: { type: 'string' }, only: { type: 'string', multiple: true } },
});

/** Packages of the registry that hold nothing but the program, by platform; a platform without one is left out. */
const here = `${process.platform}-${process.arch}`;
const DENO = {
  'linux-x64': 'linux-x64-glibc',
  'linux-arm64': 'linux-arm64-glibc',
  'win32-x64': 'win32-x64',
  'darwin-arm64': 'darwin-arm64',
  'darwin-x64': 'darwin-x64',
};
const BUN = {
  'linux-x64': 'linux-x64-baseline',
  'linux-arm64': 'linux-aarch64',
  'win32-x64': 'windows-x64',
  'darwin-arm64': 'darwin-aarch64',
  'darwin-x64': 'darwin-x64',
};
const exe = process.platform === 'win32' ? '.exe' : '';
const RUNTIMES = [
  ...['20.20.2', '22.23.3', '24.21.0'].map((version) => ({
    name: `node-${version.split('.')[0]}`,
    package: `node-${here.replace('win32', 'win')}@${version}`,
    program: `node_modules/node-${here.replace('win32', 'win')}/bin/node${exe}`,
    flags: [],
  })),
  {
    name: 'bun',
    package: `@oven/bun-${BUN[here]}@1.4.4`,
    program: `node_modules/@oven/bun-${BUN[here]}/bin/bun${exe}`,
    flags: [],
  },
  {
    name: 'deno',
    package: `@deno/${DENO[here]}@2.9.6`,
    program: `node_modules/@deno/${DENO[here]}/deno${exe}`,
    flags: ['run', '--allow-all'],
  },
];

const place = mkdtempSync(join(tmpdir(), 'r2med-runtimes-'));
const call = (command, args, cwd) =>
  execFileSync(command, args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, R2MED_HOME: join(place, 'home') },
    shell: process.platform === 'win32' && command === 'npm',
  });
const install = (folder, what) => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  call(
    'npm',
    ['install', '--silent', '--ignore-scripts', '--no-audit', '--no-fund', '--omit=optional', what],
    folder,
  );
};

try {
  const wanted = RUNTIMES.filter(({ name }) => !values.only || values.only.includes(name));
  const app = join(place, 'app');
  if (!values.tarball)
    call('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', place], ROOT);
  const tarball = values.tarball
    ? resolve(values.tarball)
    : join(
        place,
        readdirSync(place).find((name) => name.endsWith('.tgz')),
      );
  install(app, tarball);
  const cli = join('node_modules', 'r2med', 'bin', 'r2med.js');
  const sample = ['--suite', 'sample', '--task', 'Biology', '--quiet'];
  call(process.execPath, [cli, 'run', ...sample, '--system', 'rrf(bm25, lsa)', '--out', 'made'], app);
  writeFileSync(
    join(app, 'use.js'),
    "import { evaluate, nDCG } from 'r2med';\nconsole.log(typeof evaluate, nDCG.at(10).name);\n",
  );
  for (const { name, package: id, program, flags } of wanted) {
    install(join(place, name), id);
    const on = (...args) => call(join(place, name, program), [...flags, ...args], app);
    const { verdict, causes } = JSON.parse(
      on(
        cli,
        'reproduce',
        '--record',
        join('made', 'rrf-bm25-lsa', 'Biology'),
        '--no-cache',
        '--quiet',
        '--json',
      ),
    );
    const isLibrary = on('use.js').trim() === 'function nDCG@10';
    const ran = JSON.parse(on(cli, 'run', ...sample, '--system', 'bm25', '--out', name, '--json')).rows
      .length;
    if (verdict !== 'same' || !isLibrary || ran !== 1)
      throw new Error(`${name}: ${verdict}, library ${isLibrary}, rows ${ran}: ${JSON.stringify(causes)}`);
    console.log(`ok  ${id}: the record of Node ${process.versions.node} comes out the same, to the last bit`);
  }
} finally {
  rmSync(place, { recursive: true, force: true });
}
