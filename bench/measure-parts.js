import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawHistory, remember } from './history.js';
import { keep, keptOf, printed, writeResults } from './results.js';

const ROUNDS = 5;
const MANIFEST = new URL('../package.json', import.meta.url);

/** Measures a part in a folder of its own: a temporary one, or one in `peers`, where what it installs stays. */
const measured = async (part, { rounds, peers }) => {
  const temporary = peers ? join(peers, part.name) : mkdtempSync(join(tmpdir(), 'r2med-bench-'));
  mkdirSync(temporary, { recursive: true });
  try {
    return await part.measure({ temporary, rounds: rounds ?? part.rounds ?? ROUNDS });
  } finally {
    if (!peers) rmSync(temporary, { recursive: true, force: true });
  }
};

/** When and on what a part was measured; never where. */
const conditions = (began, loadBefore) => ({
  date: `${began.toISOString().slice(0, 16)}Z`,
  version: JSON.parse(readFileSync(MANIFEST, 'utf8')).version,
  node: process.versions.node,
  cores: availableParallelism(),
  processor: cpus()[0]?.model ?? 'unknown',
  load: [loadBefore, loadavg()[0]],
});

/**
 * Measures the parts named and keeps their figures in `folder`, with its RESULTS.md and history. A part that fails loses nothing of the others, and its
 * earlier figures stand. Returns what to print, and why parts failed, by name.
 */
export const measureParts = async (folder, parts, { only, ...settings } = {}) => {
  const failed = new Map();
  const wanted = parts.filter(({ name }) => only === undefined || only.includes(name));
  for (const part of wanted) {
    console.error(`== ${part.title}`);
    const [began, loadBefore] = [new Date(), loadavg()[0]];
    try {
      const results = await measured(part, settings);
      remember(folder, part, keep(folder, part, results, conditions(began, loadBefore)));
    } catch (error) {
      console.error(error);
      failed.set(part.name, error.message.split('\n')[0]);
    }
  }
  const kept = keptOf(folder, parts);
  writeResults(folder, kept);
  await drawHistory(folder, kept);
  const done = wanted.map(({ name }) => name).filter((name) => !failed.has(name));
  return { printed: printed(kept.filter(({ name }) => done.includes(name))), failed };
};
