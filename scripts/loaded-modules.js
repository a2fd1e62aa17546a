// node scripts/loaded-modules.js FILE [ARGUMENTS]: which modules a program loads, packages' last, and how many they are.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Paths from the package's folder. Node's own coverage lists them, so nothing is hooked that would change the start. */
const loadedModules = (...command) => {
  const folder = mkdtempSync(join(tmpdir(), 'r2med-modules-'));
  try {
    const { status, stderr } = spawnSync(process.execPath, command, {
      env: { ...process.env, NODE_V8_COVERAGE: folder },
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${command.join(' ')} ended with ${status}: ${stderr}`);
    const scripts = readdirSync(folder).flatMap(
      (file) => JSON.parse(readFileSync(join(folder, file), 'utf8')).result,
    );
    const files = scripts.map(({ url }) => url).filter((url) => url.startsWith('file:'));
    return [...new Set(files.map((url) => relative(root, fileURLToPath(url)).replaceAll('\\', '/')))].sort();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const modules = loadedModules(...process.argv.slice(2));
const packages = modules.filter((file) => file.includes('node_modules/'));
const ours = modules.filter((file) => !packages.includes(file));
console.log([...ours, ...packages].join('\n'));
console.log(`${modules.length} modules, ${packages.length} of them packages'`);
