import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { weigh } from './weigh.js';

/** Optimised code forgets to count calls that it put into one another. */
const EXACT = '--no-opt';

/** Runs Node in a folder. What it prints is only shown if it fails. */
export const runNode = async (cwd, args, env = {}) => {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { PATH: process.env.PATH, HOME: cwd, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`node ${args.join(' ')} ended with ${code}: ${said.trim()}`);
};

/** Runs Node in the folder of a package and counts: work of its dist/ in all threads, modules loaded and their bytes. */
export const count = async (root, args, env) => {
  const coverage = mkdtempSync(join(root, 'coverage-'));
  try {
    await runNode(root, [EXACT, ...args], { ...env, NODE_V8_COVERAGE: coverage });
    const scripts = readdirSync(coverage)
      .flatMap((file) => JSON.parse(readFileSync(join(coverage, file), 'utf8')).result)
      .filter(({ url }) => url.startsWith('file:'));
    const modules = [...new Set(scripts.map(({ url }) => url))];
    const bytes = modules.map((url) => statSync(fileURLToPath(url)).size);
    return {
      ...weigh(scripts, `${pathToFileURL(join(root, 'dist')).href}/`),
      modules: modules.length,
      moduleBytes: bytes.reduce((sum, size) => sum + size, 0),
    };
  } finally {
    rmSync(coverage, { recursive: true, force: true });
  }
};
