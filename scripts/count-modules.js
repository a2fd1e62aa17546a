// Lists the files of src/ whose code runs for one command, and counts them.
//
//   node scripts/count-modules.js [argument …]     by default: the way of one query that ARCHITECTURE.md draws
//
// A file counts when one of its functions was called for the command; what it calls while it is loaded does not count. The
// sources are compiled file by file into a folder of their own, since dist/ may hold many files in one.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ONE_QUERY = ['run', '--suite', 'sample', '--task', 'Biology', '--system', 'hyde(sample-writer) > bm25'];

const root = fileURLToPath(new URL('..', import.meta.url));
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');

const call = (args, options) => {
  const { status, stderr, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', ...options });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stdout}${stderr}`);
};

/** The package in another folder, with a module for each file. */
const compile = (folder) => {
  cpSync(join(root, 'bin'), join(folder, 'bin'), { recursive: true });
  for (const name of ['data', 'node_modules', 'package.json'])
    symlinkSync(join(root, name), join(folder, name));
  const config = join(root, 'tsconfig.build.json');
  const modulesOnly = ['--declaration', 'false', '--emitDeclarationOnly', 'false', '--incremental', 'false'];
  const output = ['--outDir', join(folder, 'dist'), '--tsBuildInfoFile', 'null'];
  call([tsc, '-p', config, '--noCheck', ...modulesOnly, ...output]);
};

/** How often V8 saw each function of each module called, in this process and its worker threads. */
const callsOf = (folder, args) => {
  const coverage = mkdtempSync(join(folder, 'coverage-'));
  call(args, { cwd: folder, env: { PATH: process.env.PATH, HOME: folder, NODE_V8_COVERAGE: coverage } });
  const dist = `${pathToFileURL(join(folder, 'dist')).href}/`;
  const calls = new Map();
  for (const file of readdirSync(coverage))
    for (const { url, functions } of JSON.parse(readFileSync(join(coverage, file), 'utf8')).result) {
      if (!url.startsWith(dist)) continue;
      const name = url.slice(dist.length);
      const sums = calls.get(name) ?? new Map();
      for (const { ranges } of functions) {
        const [{ startOffset, endOffset, count }] = ranges;
        const key = `${startOffset}-${endOffset}`;
        sums.set(key, (sums.get(key) ?? 0) + count);
      }
      calls.set(name, sums);
    }
  return calls;
};

/** The same for a process that loads these modules and calls nothing. */
const callsOfLoading = (folder, names) => {
  // A module of a worker thread fails elsewhere, after it was loaded.
  const load = `for (const name of ${JSON.stringify(names)}) await import('./dist/' + name).catch(() => {});`;
  return callsOf(folder, ['--input-type=module', '-e', load]);
};

/** The module itself is the function that begins where the file does: it is called once whenever the module is loaded. */
const hasRun = (calls, loading) => {
  const count = (sums) =>
    Math.max(...[...sums].filter(([key]) => key.startsWith('0-')).map(([, sum]) => sum));
  const loads = count(calls) / count(loading);
  return [...calls].some(([key, sum]) => sum > loads * (loading.get(key) ?? 0));
};

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'r2med-modules-')));
try {
  compile(folder);
  const args = process.argv.slice(2);
  const calls = callsOf(folder, [join(folder, 'bin', 'r2med.js'), ...(args.length > 0 ? args : ONE_QUERY)]);
  const loading = callsOfLoading(folder, [...calls.keys()]);
  const ran = [...calls.keys()]
    .filter((name) => hasRun(calls.get(name), loading.get(name)))
    .map((name) => name.replace(/\.js$/, '.ts'))
    .sort();
  const folders = new Set(ran.map((file) => file.split('/')[0]));
  console.log(ran.join('\n'));
  console.error(`${ran.length} files in ${folders.size} folders ran; ${calls.size} were loaded`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
