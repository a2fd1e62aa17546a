import { copyFileSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/command.js';
import { r2med } from '../../../test/support/in-process.js';
import { jsonl, writtenFolder } from '../../../test/support/written-folder.js';
import {
  type AuditList,
  type AuditPage,
  type AuditPairs,
  addresses,
  type Key,
  keyOf,
} from '../page-data/index.js';
import { openSite } from './site.js';
import { siteFiles } from './site-files.js';

const FILES = {
  'corpus.jsonl': jsonl(
    { id: 'd1', text: 'A gouty toe hurts most at night, and the joint is red.' },
    { id: 'd2', text: 'Fevers of three days call for a blood culture.' },
    { id: 'd3', text: 'The kidney filters salts.' },
  ),
  'query.jsonl': jsonl({ id: 'q1', text: 'Which joint hurts at night, and why is it red?', answer: 'gout' }),
  'qrels.jsonl': jsonl({ q_id: 'q1', p_id: 'd1', score: 1 }),
};

const audited = async (args: readonly string[]): Promise<string> => {
  const out = join(temporaryFolder(), 'results');
  const { code, stderr } = await r2med(['audit', ...args, '--out', out, '--quiet']);
  if (code !== 0) throw new Error(stderr);
  return out;
};

let results: string;
beforeAll(async () => {
  results = await audited(['Biology', 'Bioinformatics', '--suite', 'sample']);
});

/** A copy of the results, for tests that change them. */
const copied = (): string => {
  const folder = writtenFolder();
  mkdirSync(join(folder, 'audits'));
  for (const name of ['Biology.json', 'Bioinformatics.json'])
    copyFileSync(join(results, 'audits', name), join(folder, 'audits', name));
  return folder;
};

const listed = async (site: ReturnType<typeof openSite>): Promise<AuditList> =>
  (await site.resource(addresses.audits()))!;
const page = async (site: ReturnType<typeof openSite>, key: Key): Promise<AuditPage> =>
  (await site.resource(addresses.audit(key)))!;

describe('saved audits', () => {
  it('are listed side by side and shown one by one, with what the command line says of them', async () => {
    const site = openSite({ results: [results] });
    const { audits } = await listed(site);
    expect(audits.map(({ name, suite, stale }) => [name, suite, stale])).toEqual([
      ['Bioinformatics', 'sample', false],
      ['Biology', 'sample', false],
    ]);
    const biology = audits[1]!;
    expect(biology).toMatchObject({
      soundness: 'Sound',
      found: { error: 0, warning: 0, note: 1 },
      sizes: { queries: 9 },
    });
    expect(biology.needs).toHaveLength(9);
    expect(biology.headline!.mean).toBeCloseTo(0.841, 3);
    expect(biology.headline).not.toHaveProperty('examples');
    const { report, verdict, headlineReading } = await page(site, biology.key);
    expect(report).toEqual(JSON.parse(readFileSync(join(results, 'audits', 'Biology.json'), 'utf8')));
    expect(verdict).toMatch(/^Sound: 0 errors, 0 warnings, 1 note from \d+ checks\.$/);
    expect(headlineReading).toContain('A document drawn at random has 0.86.');
    expect((await site.resource(addresses.index()))!.audits.map(({ key }) => key)).toEqual(
      audits.map(({ key }) => key),
    );
    expect(await page(site, keyOf('Biology'))).toBeUndefined();
  });

  it('that are damaged, of another task or a link are told as problems and not shown', async () => {
    const folder = copied();
    const outside = join(results, 'audits', 'Biology.json');
    writeFileSync(join(folder, 'audits', 'Half.json'), readFileSync(outside, 'utf8').slice(0, 5000));
    copyFileSync(outside, join(folder, 'audits', 'Copy.json'));
    symlinkSync(outside, join(folder, 'audits', 'Linked.json'));
    writeFileSync(join(folder, 'audits', 'notes.txt'), 'mine');
    const site = openSite({ results: [folder] });
    const { problems, audits } = (await site.resource(addresses.index()))!;
    expect(audits.map(({ name }) => name)).toEqual(['Bioinformatics', 'Biology']);
    expect(problems).toHaveLength(2);
    expect(problems[0]).toContain('Copy.json');
    expect(problems[0]).toContain('another task, Biology');
    expect(problems[1]).toContain('Half.json');
    // A page in files would lack them for good.
    await expect(siteFiles(site, new Map())).rejects.toThrow(/Copy\.json.* \(and 1 more\)/);
  });

  it('in a folder that is a link are not read', async () => {
    const folder = writtenFolder();
    symlinkSync(join(results, 'audits'), join(folder, 'audits'));
    expect((await openSite({ results: [folder] }).resource(addresses.index()))!.audits).toEqual([]);
  });

  it('appear while the page is open, and change what open pages are told', async () => {
    const folder = copied();
    const file = join(folder, 'audits', 'Biology.json');
    renameSync(file, `${file}.later`);
    const site = openSite({ results: [folder] });
    const before = (await site.resource(addresses.index()))!.revision;
    expect((await listed(site)).audits).toHaveLength(1);
    renameSync(`${file}.later`, file);
    expect((await site.resource(addresses.index()))!.revision).not.toBe(before);
    expect((await listed(site)).audits).toHaveLength(2);
  });

  it('of one task in two folders are told apart by the folder', async () => {
    const other = copied();
    const { audits } = await listed(openSite({ results: [results, other] }));
    expect(audits).toHaveLength(4);
    expect(new Set(audits.map(({ key }) => key)).size).toBe(4);
    expect(audits.map(({ name }) => name)).toContain('Biology (results)');
  });
});

describe('the texts of pairs', () => {
  const pairsOf = async (site: ReturnType<typeof openSite>): Promise<AuditPairs> => {
    const { audits } = await listed(site);
    return (await site.resource(addresses.auditPairs(audits[0]!.key)))!;
  };

  it('are those of the audited files, with the shared terms marked wherever they stand', async () => {
    const folder = writtenFolder(FILES);
    const out = await audited([folder, '--leak-with', join(folder, 'corpus.jsonl')]);
    const site = openSite({ results: [out], data: [folder] });
    const { figures } = await pairsOf(site);
    const { pairs } = figures.find(({ name }) => name === 'overlap.jaccard.query-relevant')!;
    const { query, document, answer } = pairs[0]!;
    expect(answer).toBe('gout');
    const marked = (excerpt: typeof query): readonly string[] =>
      excerpt!.matches.map(({ range }) => excerpt!.text.slice(...range));
    expect(marked(query)).toEqual(['joint', 'hurts', 'night', 'red']);
    expect(marked(document)).toEqual(['hurts', 'night', 'joint', 'red']);
    // The path of a folder stays on this machine.
    const { audits } = await listed(site);
    expect(JSON.stringify([audits, await page(site, audits[0]!.key)])).not.toContain(folder);
  });

  it('of a folder are shown only if it was named', async () => {
    const folder = writtenFolder(FILES);
    const out = await audited([folder]);
    const site = openSite({ results: [out] });
    expect(await pairsOf(site)).toMatchObject({
      withoutTexts: expect.stringContaining('--data'),
      figures: [],
    });
    expect((await listed(site)).audits[0]!.stale).toBe(false);
  });

  it('are left out where the files have changed, and the audit is marked as stale', async () => {
    const folder = writtenFolder(FILES);
    const out = await audited([folder]);
    writeFileSync(join(folder, 'corpus.jsonl'), FILES['corpus.jsonl'].replace('gouty', 'swollen'));
    const site = openSite({ results: [out], data: [folder] });
    expect((await listed(site)).audits[0]!.stale).toBe(true);
    expect((await pairsOf(site)).figures).toEqual([]);
    // Audited again, it is no longer stale, in the page that is still open.
    await r2med(['audit', folder, '--out', out, '--quiet']);
    await site.resource(addresses.index());
    expect((await listed(site)).audits[0]!.stale).toBe(false);
    expect(JSON.stringify(await pairsOf(site))).toContain('swollen');
  });
});

it('a static site has audits with their pairs', async () => {
  const site = openSite({ results: [results] });
  const out = writtenFolder(Object.fromEntries(await siteFiles(site, new Map())));
  const read = (address: string): unknown => JSON.parse(readFileSync(join(out, address), 'utf8'));
  const { audits } = read(addresses.audits()) as AuditList;
  expect(audits).toHaveLength(2);
  expect(read(addresses.audit(audits[1]!.key))).toEqual(await page(site, audits[1]!.key));
  const pairs = read(addresses.auditPairs(audits[1]!.key)) as AuditPairs;
  expect(pairs.figures[0]!.pairs[0]!.document!.text.length).toBeGreaterThan(100);
});
