// Lists the files of src/ whose code runs for one command, and counts them.
//
//   node scripts/count-modules.js [argument …]     by default: the way of one query that ARCHITECTURE.md draws
//
// A file counts when one of its functions was called; one that was only loaded, or imported for its types, does not. The
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

/** What V8 says about every module that was loaded, by this process or its worker threads. */
const coverageOf = (folder, args) => {
  const env = { PATH: process.env.PATH, HOME: folder, NODE_V8_COVERAGE: join(folder, 'coverage') };
  call([join(folder, 'bin', 'r2med.js'), ...args], { cwd: folder, env });
  const dist = `${pathToFileURL(join(folder, 'dist')).href}/`;
  return readdirSync(env.NODE_V8_COVERAGE)
    .flatMap((file) => JSON.parse(readFileSync(join(env.NODE_V8_COVERAGE, file), 'utf8')).result)
    .filter(({ url }) => url.startsWith(dist))
    .map(({ url, functions }) => ({ file: url.slice(dist.length).replace(/\.js$/, '.ts'), functions }));
};

/** The module itself is a function too, the one without a name that begins where the file does. */
const hasRun = ({ functions }) =>
  functions.some(({ functionName, ranges: [{ startOffset, count }] }) => {
    const isModule = functionName === '' && startOffset === 0;
    return count > 0 && !isModule;
  });

const filesOf = (modules) => [...new Set(modules.map(({ file }) => file))].sort();

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'r2med-modules-')));
try {
  compile(folder);
  const args = process.argv.slice(2);
  const modules = coverageOf(folder, args.length > 0 ? args : ONE_QUERY);
  const ran = filesOf(modules.filter(hasRun));
  const folders = new Set(ran.map((file) => file.split('/')[0]));
  console.log(ran.join('\n'));
  console.error(`${ran.length} files in ${folders.size} folders ran; ${filesOf(modules).length} were loaded`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
