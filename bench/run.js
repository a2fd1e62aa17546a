// npm run bench [-- --only a,b] [--rounds N] [--folder DIR]: measures this package against the programs people use for the same work, keeps the figures of
// each part and writes RESULTS.md. Peers are installed into a temporary folder, or into DIR, where a later run finds them; one that cannot be is reported as absent.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { keep, writeResults } from './results.js';

const ROUNDS = 5;
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

const refuse = (message) => {
  console.error(message);
  process.exit(2);
};

const readFlags = () => {
  const options = { only: { type: 'string' }, rounds: { type: 'string' }, folder: { type: 'string' } };
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    return refuse(error.message);
  }
};

const flags = readFlags();
const rounds = flags.rounds === undefined ? undefined : Number(flags.rounds);
if (rounds !== undefined && !(Number.isInteger(rounds) && rounds > 0))
  refuse(`--rounds is a whole number of 1 or more, not "${flags.rounds}"`);

if (spawnSync(process.execPath, [here('../scripts/build.js')], { stdio: 'inherit' }).status !== 0)
  process.exit(1);
// Late: parts load what was just built.
const { parts } = await import('./parts/index.js');
const names = flags.only?.split(',') ?? parts.map(({ name }) => name);
for (const name of names)
  if (!parts.some((part) => part.name === name))
    refuse(`no part "${name}"; there are ${parts.map((part) => part.name).join(', ')}`);

/** Measures a part in a folder of its own. */
const measured = async (part) => {
  const temporary = flags.folder
    ? join(resolve(flags.folder), part.name)
    : mkdtempSync(join(tmpdir(), 'r2med-bench-'));
  mkdirSync(temporary, { recursive: true });
  try {
    return await part.measure({ temporary, rounds: rounds ?? part.rounds ?? ROUNDS });
  } finally {
    if (!flags.folder) rmSync(temporary, { recursive: true, force: true });
  }
};

const failed = [];
for (const part of parts.filter(({ name }) => names.includes(name))) {
  console.error(`== ${part.title}`);
  try {
    const date = new Date().toISOString().slice(0, 10);
    const conditions = { date, node: process.versions.node, cores: availableParallelism() };
    keep(part, await measured(part), conditions);
  } catch (error) {
    console.error(error);
    failed.push(`${part.name}: ${error.message.split('\n')[0]}`);
  }
}
console.log(writeResults(parts));
if (failed.length > 0) {
  console.error(`Parts that failed, whose earlier figures stand:\n  ${failed.join('\n  ')}`);
  process.exitCode = 1;
}
