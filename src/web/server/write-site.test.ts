import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { r2med } from '../../../test/support/command.js';
import { writtenFolder } from '../../../test/support/written-folder.js';
import { addresses, type SiteIndex } from '../page-data/index.js';
import { openSite } from './site.js';
import { writeSite } from './write-site.js';

const FILES = new Map([['index.html', { type: 'text/html', bytes: new TextEncoder().encode('page') }]]);

it('writes the page and every resource twice: as JSON, and as a script that hands over the same', async () => {
  const results = writtenFolder();
  const out = writtenFolder();
  const { code } = await r2med(['run', '--suite', 'sample', '--system', 'bm25', '--out', results, '--quiet']);
  expect(code).toBe(0);
  await writeSite(openSite({ results: [results] }), out, FILES);
  expect(readFileSync(join(out, 'index.html'), 'utf8')).toBe('page');
  const index = JSON.parse(readFileSync(join(out, addresses.index()), 'utf8')) as SiteIndex;
  expect(index.can).toEqual({ live: false, search: false, explain: false });
  const [own] = index.systems.filter((system) => system.own);
  const sample = index.boards.find(({ name }) => name === 'sample')!;
  const [task] = sample.tasks;
  for (const address of [
    addresses.leaderboard(sample.key, sample.measures[0]!.key),
    addresses.system(own!.key),
    addresses.task(task!.key),
    addresses.scores(task!.key, own!.key),
  ])
    expect(existsSync(join(out, address)), address).toBe(true);
  const files = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.json'),
  );
  expect(files.length).toBeGreaterThan(100);
  for (const file of files) {
    const script = readFileSync(join(out, file.replace(/\.json$/, '.js')), 'utf8');
    const handed: unknown[] = [];
    new Function('r2medResource', script)((...got: unknown[]) => handed.push(...got));
    expect(handed).toEqual([file, JSON.parse(readFileSync(join(out, file), 'utf8'))]);
    expect(script).not.toContain('<');
  }
});
