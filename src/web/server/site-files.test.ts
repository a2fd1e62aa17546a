import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { r2med } from '../../../test/support/in-process.js';
import { jsonl, writtenFolder } from '../../../test/support/written-folder.js';
import type { QueryExplanation } from '../../experiment/record/index.js';
import { readQueries } from '../../experiment/results/index.js';
import {
  addresses,
  type Key,
  type KeyOf,
  keyOf,
  packAddress,
  type ResourceAddress,
  type SiteIndex,
  type SiteResource,
  scriptAddress,
  siteResources,
  unpacked,
} from '../page-data/index.js';
import type { OwnResult } from './records.js';
import { openSite, type Site } from './site.js';
import { siteFiles } from './site-files.js';

const FILES = new Map([['index.html', { type: 'text/html', bytes: new TextEncoder().encode('page') }]]);

it('writes the page, and every resource as a script; those that every page needs as JSON too, which says the same', async () => {
  const results = writtenFolder();
  const { code } = await r2med(['run', '--suite', 'sample', '--system', 'bm25', '--out', results, '--quiet']);
  expect(code).toBe(0);
  const out = writtenFolder(Object.fromEntries(await siteFiles(openSite({ results: [results] }), FILES)));
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
  ])
    expect(existsSync(join(out, address)), address).toBe(true);
  const scores = addresses.scores(task!.key, own!.key);
  expect(existsSync(join(out, scores))).toBe(false);
  expect(handedBy(out, scores)).toMatchObject({ system: own!.key, measures: expect.any(Array) });
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

/** What the script of an address hands over. */
const handedBy = (out: string, address: string): unknown => {
  const handed: unknown[] = [];
  const pack = packAddress(address);
  const script = readFileSync(join(out, pack ?? scriptAddress(address)), 'utf8');
  new Function('r2medResource', script)((...got: unknown[]) => handed.push(...got));
  expect(handed[0]).toBe(pack ?? address);
  if (pack === undefined) return handed[1];
  const text = gunzipSync(Buffer.from(handed[1] as string, 'base64')).toString();
  return (unpacked(text) as Readonly<Record<string, unknown>>)[address];
};

/** Every key of the user's records that some page names, and those of a few published systems. */
const keysOf = async (site: Site): Promise<Readonly<Record<KeyOf, ReadonlySet<Key>>>> => {
  const { boards, systems, tasks, audits } = (await site.resource(addresses.index()))!;
  const query = new Set<Key>();
  const document = new Set<Key>();
  for (const task of tasks)
    for (const each of (await site.resource(addresses.task(task.key)))!.difficulty) {
      query.add(each.query);
      const page = (await site.resource(addresses.query(task.key, each.query)))!;
      for (const judged of page.judged) document.add(judged.document);
      for (const { system } of page.systems) {
        const explained = await site.resource(addresses.explanation(task.key, each.query, system));
        for (const { docId } of explained!.systems.flatMap(({ hits }) => hits)) document.add(keyOf(docId));
      }
    }
  return {
    board: new Set(boards.map(({ key }) => key)),
    measure: new Set(boards.flatMap(({ measures }) => measures.map(({ key }) => key))),
    audit: new Set(audits.map(({ key }) => key)),
    system: new Set(systems.filter(({ own }, i) => own || i % 50 === 0).map(({ key }) => key)),
    task: new Set(tasks.map(({ key }) => key)),
    query,
    document,
  };
};

const productOf = (sets: readonly ReadonlySet<Key>[]): readonly (readonly Key[])[] =>
  sets.reduce<readonly (readonly Key[])[]>(
    (before, set) => before.flatMap((keys) => [...set].map((key) => [...keys, key])),
    [[]],
  );

it('has what the server answers, at every address that is not of the server alone', async () => {
  const results = writtenFolder();
  // The second is the first but for one stage, so that there is a variant too.
  const systems = ['--system', 'bm25', '--system', 'bm25 > top(20)'];
  const run = ['run', '--suite', 'sample', ...systems, '--out', results];
  for (const call of [run, ['audit', '--suite', 'sample', '--task', 'Biology', '--out', results]])
    expect((await r2med([...call, '--quiet'])).code).toBe(0);
  const explain = async (result: OwnResult, query: string): Promise<QueryExplanation> => {
    const ranks = (await readQueries(result)).find(({ id }) => id === query)!.ranks;
    const hits = [...Object.keys(ranks), 'bio-d003'].map((docId) => ({ docId, score: 1, parts: [] }));
    return {
      systems: [{ system: result.systemName, hits, gold: [], nearestMiss: null }],
    } as unknown as QueryExplanation;
  };
  const site = openSite({ results: [results], explain });
  const out = writtenFolder(Object.fromEntries(await siteFiles(site, FILES)));
  const keys = await keysOf(site);
  const answered: Partial<Record<SiteResource, number>> = {};
  for (const [name, { keys: of }] of Object.entries(siteResources))
    for (const each of productOf(of.map((one) => keys[one]))) {
      const addressOf = addresses[name as SiteResource] as (...of: readonly Key[]) => ResourceAddress<object>;
      const address = addressOf(...each);
      const content = await site.resource(address);
      if (content === undefined) continue;
      answered[name as SiteResource] = (answered[name as SiteResource] ?? 0) + 1;
      expect(existsSync(join(out, packAddress(address) ?? scriptAddress(address))), address).toBe(true);
      const written = handedBy(out, address);
      if (name !== 'index') expect(written, address).toEqual(JSON.parse(JSON.stringify(content)));
    }
  // The test sees every resource: one that it never asks for would be forgotten here too.
  expect(Object.keys(answered).sort()).toEqual(Object.keys(siteResources).sort());
});

it('lacks no texts because a disk failed: that is an error, which a served page tells in their place', async () => {
  const data = writtenFolder({
    'corpus.jsonl': jsonl({ id: 'd', text: 'gout' }),
    'query.jsonl': jsonl({ id: 'q', text: 'gout?' }),
    'qrels.jsonl': jsonl({ q_id: 'q', p_id: 'd', score: 1 }),
  });
  const results = writtenFolder();
  const { code } = await r2med(['run', '--data', data, '--retriever', 'bm25', '--out', results, '--quiet']);
  expect(code).toBe(0);
  const corpus = join(data, 'corpus.jsonl');
  rmSync(corpus);
  symlinkSync(corpus, corpus);
  const served = openSite({ results: [results], data: [data] });
  const [task] = (await served.resource(addresses.index()))!.tasks.filter(({ name }) => name === 'task');
  const { withoutTexts } = (await served.resource(addresses.task(task!.key)))!;
  expect(withoutTexts).toMatch(/corpus\.jsonl: .*links/);
  const whole = openSite({ results: [results], data: [data], whole: true });
  await expect(siteFiles(whole, FILES)).rejects.toThrow(/corpus\.jsonl: .*\n {2}Fix: /);
});
