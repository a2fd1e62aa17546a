// npm run bench:work [-- --update]: counts the work of a few jobs and compares it with work.json: no clock, so that a busy machine changes nothing. Ends with 1 if a
// job does a tenth more than is kept of it. --update keeps what was counted.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { markdown } from '../table.js';
import { installPackage } from './installed.js';
import { jobs, writeTasks } from './jobs.js';
import { judge, toKeep } from './judge.js';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const FILE = here('../work.json');

/** Every job counted, by name. */
const countJobs = async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'r2med-work-')));
  try {
    installPackage(root);
    const tasks = await writeTasks(root);
    const results = new Map();
    for (const [name, job] of Object.entries(jobs)) results.set(name, await job({ root, ...tasks }));
    return results;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
};

const table = (results, kept) =>
  markdown(
    ['Job', 'Figure', 'Kept', 'Counted'],
    [...results].flatMap(([name, { figures }]) =>
      Object.entries(figures).map(([figure, now]) => [
        name,
        figure,
        kept[name]?.figures[figure]?.toLocaleString('en') ?? '–',
        now.toLocaleString('en'),
      ]),
    ),
  );

const { update } = parseArgs({ options: { update: { type: 'boolean' } } }).values;
if (spawnSync(process.execPath, [here('../../scripts/build.js')], { stdio: 'inherit' }).status !== 0)
  process.exit(1);
const kept = existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : {};
const results = await countJobs();
console.log(table(results, kept));
if (update) {
  const all = Object.fromEntries([...results].map(([name, counted]) => [name, toKeep(counted)]));
  writeFileSync(FILE, `${JSON.stringify(all, null, 2)}\n`);
} else {
  const judged = [...results].map(([name, counted]) => judge(name, counted, kept[name]));
  const losses = judged.flatMap((each) => each.losses);
  const gains = judged.flatMap((each) => each.gains);
  if (gains.length > 0)
    console.error(
      `\nLess work than is kept. Keep the new figures with npm run bench:work -- --update:\n  ${gains.join('\n  ')}`,
    );
  if (losses.length > 0) {
    console.error(
      `\nMore work than is kept. If it is worth it, npm run bench:work -- --update keeps the new figures:\n  ${losses.join('\n  ')}`,
    );
    process.exitCode = 1;
  }
}
