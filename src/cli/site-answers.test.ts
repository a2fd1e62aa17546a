import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/support/command.js';
import { r2med } from '../../test/support/in-process.js';
import { writtenFolder } from '../../test/support/written-folder.js';
import type { QueryExplanation } from '../experiment/record/index.js';
import { withSystemContext } from '../experiment/systems/index.js';
import { nodeTools } from '../platform/node/index.js';
import { addresses, type Key, keyOf, type SiteIndex } from '../web/page-data/index.js';
import { openSite, type Site, writeSite } from '../web/server/index.js';
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
const explanation = async (system: string): Promise<QueryExplanation> =>
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
  const out = writtenFolder();
  await writeSite(site, out, new Map());
  const { systems: found } = await explanation('bm25');
  expect(existsSync(join(out, addresses.explanation(TASK, keyOf('bio-q01'), keyOfSystem('bm25'))))).toBe(
    true,
  );
  for (const { docId } of found[0]!.hits)
    expect(existsSync(join(out, addresses.document(TASK, keyOf(docId)))), docId).toBe(true);
});
