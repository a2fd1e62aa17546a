import { appendFileSync, cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/support/command.js';
import { r2med } from '../../test/support/in-process.js';
import { writtenFolder } from '../../test/support/written-folder.js';
import { withSystemContext } from '../experiment/systems/index.js';
import { nodeTools } from '../platform/node/index.js';
import {
  addresses,
  type Key,
  keyOf,
  packAddress,
  type ShownExplanation,
  type SiteIndex,
} from '../web/page-data/index.js';
import { openSite, type Site, siteFiles } from '../web/server/index.js';
import { siteAnswers } from './site-answers.js';

const TASK = keyOf('Biology', 'sample');
const SYSTEMS = ['bm25', 'rrf(bm25, lsa)', 'hyde(sample-writer) > bm25'];

let results: string;
let ended: Promise<void>;
let site: Site;
let end: () => void;
let systems: SiteIndex['systems'];

beforeAll(async () => {
  results = join(temporaryFolder(), 'results');
  const flags = SYSTEMS.flatMap((system) => ['--system', system]);
  const run = ['run', '--suite', 'sample', '--task', 'Biology', ...flags, '--out', results, '--quiet'];
  expect((await r2med(run)).code).toBe(0);
  const tools = nodeTools({ quiet: true });
  await new Promise<void>((ready) => {
    ended = withSystemContext({ offline: true }, tools, async (context) => {
      const { close, ...answers } = siteAnswers(context, tools);
      site = openSite({ results: [results], ...answers });
      await new Promise<void>((resolve) => {
        end = resolve;
        ready();
      });
      await close();
    });
  });
  systems = (await site.resource(addresses.index()))!.systems;
});
afterAll(async () => {
  end?.();
  await ended;
});

const keyOfSystem = (text: string): Key => systems.find(({ name, own }) => own && name === text)!.key;
const explanation = async (system: string): Promise<ShownExplanation> =>
  (await site.resource(addresses.explanation(TASK, keyOf('bio-q01'), keyOfSystem(system))))!;

describe('why a query came out as it did', () => {
  it.each(SYSTEMS)('is explained from the record of %s, each score as its sum', async (system) => {
    const [explained] = (await explanation(system)).systems;
    expect(explained).toMatchObject({ system, from: 'record', missing: [] });
    expect(explained!.hits.length).toBeGreaterThanOrEqual(10);
    for (const { score, parts, text } of explained!.hits) {
      expect(parts.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(score, 5);
      // Texts are resources of their own.
      expect(text).toBeUndefined();
    }
  });

  it('is answered in turn, the same for everybody who asks at once', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, (_, i) => explanation(SYSTEMS[i % 3]!)));
    expect(answers.slice(3)).toEqual(answers.slice(0, 3));
  });
});

it('the corpus and the record are read once, however many queries of a system are explained', async () => {
  const tools = nodeTools({ quiet: true });
  await withSystemContext({ offline: true }, tools, async (context) => {
    const { close, explain } = siteAnswers(context, tools);
    let reads = 0;
    const copy = join(temporaryFolder(), 'results');
    cpSync(results, copy, { recursive: true });
    const counting = openSite({
      results: [copy],
      explain: (result, query, { corpus, ...task }) => {
        const rows: typeof corpus.rows = (...args) => {
          reads += 1;
          return corpus.rows(...args);
        };
        return explain(result, query, { ...task, corpus: { ...corpus, rows } });
      },
    });
    const { systems: found } = (await counting.resource(addresses.index()))!;
    const bm25 = found.find(({ name, own }) => own && name === 'bm25')!.key;
    const explained = async (query: string) =>
      (await counting.resource(addresses.explanation(TASK, keyOf(query), bm25)))!.systems[0]!;
    const first = await explained('bio-q01');
    const before = reads;
    expect(before).toBeGreaterThan(0);
    // What was compared with its seal and read is what is explained: the file is not read again.
    appendFileSync(join(copy, 'bm25', 'Biology', 'run.trec'), 'changed\n');
    for (const query of ['bio-q02', 'bio-q03'])
      expect(await explained(query)).toMatchObject({ system: 'bm25', from: 'record', missing: [] });
    expect(await explained('bio-q01')).toEqual(first);
    expect(reads).toBe(before);
    await close();
  });
});

describe('searches by hand', () => {
  it('are offered with systems that need no paid model', async () => {
    const searchers = (await site.resource(addresses.searchers(TASK)))!;
    expect(searchers.systems.map(({ name }) => name)).toEqual([
      'bm25',
      'rrf(bm25, lsa)',
      'bm25-lucene',
      'lsa',
    ]);
    expect(searchers.example).toContain('footbridge');
  });

  it('explain their hits; a system that is not offered finds nothing', async () => {
    const find = (system: string) =>
      site.resource(addresses.search(TASK, keyOf(system, 'search')), 'white hairs');
    const { systems: found } = (await find('bm25'))!;
    expect(found[0]).toMatchObject({ system: 'bm25', from: 'search' });
    expect(found[0]!.hits[0]).toMatchObject({ docId: 'bio-d001', rank: 1 });
    expect(await find('hyde(sample-writer) > bm25')).toBeUndefined();
  });
});

it('a written site has every explanation, and the documents that it shows', async () => {
  const out = writtenFolder(Object.fromEntries(await siteFiles(site, new Map())));
  const { systems: found } = await explanation('bm25');
  expect(
    existsSync(join(out, packAddress(addresses.explanation(TASK, keyOf('bio-q01'), keyOfSystem('bm25')))!)),
  ).toBe(true);
  for (const { docId } of found[0]!.hits)
    expect(existsSync(join(out, packAddress(addresses.document(TASK, keyOf(docId)))!)), docId).toBe(true);
});
