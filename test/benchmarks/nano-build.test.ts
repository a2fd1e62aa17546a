import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/command.js';
import { r2med } from '../support/in-process.js';
import { nanoSourceFiles } from '../support/nano-source.js';

const OWN_MODEL = fileURLToPath(new URL('../../examples/own-model.mjs', import.meta.url));

const notes = (parent: string): void => {
  for (const [path, content] of Object.entries(nanoSourceFiles())) {
    mkdirSync(dirname(join(parent, 'notes', path)), { recursive: true });
    writeFileSync(join(parent, 'notes', path), content);
  }
};
const build = (cwd: string, ...flags: readonly string[]) => r2med(['nano', 'build', ...flags], { cwd });

describe('r2med nano build', () => {
  it('builds a set of a folder, with a model of the user', async () => {
    const cwd = temporaryFolder();
    notes(cwd);
    const flags = [
      '--from',
      'notes',
      '--out',
      'out',
      '--max-documents',
      '60',
      '--max-queries',
      '10',
      '--list-depth',
      '20',
      '--hybrid-depth',
      '10',
    ];
    const { code, stdout, stderr } = await build(cwd, ...flags, '--dense', `module:${OWN_MODEL}`);
    expect([code, stderr]).toEqual([0, expect.stringContaining('out: 9 files of NanoNotes')]);
    expect(stdout).toMatch(
      /^split +queries +documents +positives +bm25 nDCG@10 +hashing nDCG@10 +reranking_hybrid nDCG@10 +safeguards\n/,
    );
    expect(stdout).toMatch(/\nNanoNotes +10 +60 /);
    expect(readdirSync(join(cwd, 'out', 'hashing'))).toEqual(['NanoNotes.parquet']);
    expect(readFileSync(join(cwd, 'out', 'manifest.json'), 'utf8')).not.toContain(dirname(OWN_MODEL));
  });

  it('takes judgements without a grade, with half of one, and with two, and counts them', async () => {
    const cwd = temporaryFolder();
    notes(cwd);
    const qrels = join(cwd, 'notes', 'qrels', 'test.tsv');
    const [head, first, second, third, ...rest] = readFileSync(qrels, 'utf8').split('\n');
    const pair = (row: string): string => row.split('\t').slice(0, 2).join('\t');
    const rows = [head, pair(first!), `${pair(second!)}\t0.5`, `${pair(third!)}\t1`, `${pair(third!)}\t0`];
    // The source repeats its first rows at the end.
    writeFileSync(qrels, [...rows, ...rest.slice(0, -4), ''].join('\n'));
    const { code, stderr } = await build(cwd, '--from', 'notes', '--out', 'out', '--max-documents', '60');
    expect(code).toBe(0);
    expect(stderr).toContain('1 judgement has no grade: relevant.');
    expect(stderr).toContain('1 grade is a fraction: above 0 is relevant.');
    expect(stderr).toContain('1 pair is graded again, otherwise: relevant if any grade is above 0.');
  });

  it('gives the same files with one thread and with two', async () => {
    const cwd = temporaryFolder();
    notes(cwd);
    const manifests = [];
    for (const threads of ['1', '2']) {
      const flags = [
        '--out',
        `out-${threads}`,
        '--sampler',
        'hard',
        '--pool',
        'bm25,bm25-lucene',
        '--max-documents',
        '90',
      ];
      const { code } = await build(cwd, '--from', 'notes', ...flags, '--threads', threads);
      expect(code).toBe(0);
      manifests.push(readFileSync(join(cwd, `out-${threads}`, 'manifest.json'), 'utf8'));
    }
    expect(manifests[1]).toBe(manifests[0]);
  });

  it('says with --dry-run what would be built, and builds nothing', async () => {
    const cwd = temporaryFolder();
    const { code, stdout } = await build(
      cwd,
      ...[
        '--suite',
        'sample',
        '--from',
        'All',
        '--out',
        'out',
        '--max-documents',
        '50',
        '--dry-run',
        '--json',
      ],
    );
    expect(code).toBe(0);
    const sets = JSON.parse(stdout) as { split: string; documents: number }[];
    expect(sets).toHaveLength(8);
    expect(sets[0]).toMatchObject({ split: 'NanoSampleBiology', queries: 9, documents: 50, positives: 28 });
    expect(existsSync(join(cwd, 'out'))).toBe(false);
  });

  it('prints what it built as JSON', async () => {
    const cwd = temporaryFolder();
    const flags = [
      '--suite',
      'sample',
      '--from',
      'Biology',
      '--out',
      'out',
      '--name',
      'Tiny',
      '--json',
      '--quiet',
    ];
    const { stdout, stderr } = await build(cwd, ...flags);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({ name: 'Tiny', outcome: 'written', out: 'out' });
    expect(report.splits[0].figures.lists[0]).toMatchObject({ config: 'bm25', system: 'bm25-hakari' });
    expect(stderr).toBe('');
  });

  it.each([
    [['--from', 'nowhere', '--out', 'out'], 'neither a task of suite r2med nor a folder'],
    [
      ['--suite', 'sample', '--from', 'Biology', '--out', 'out', '--dense', 'bgee'],
      'unknown retriever "bgee"',
    ],
    [['--suite', 'sample', '--from', 'Biology', '--out', 'out', '--sampler', 'best'], 'expected one of head'],
    [
      ['--suite', 'sample', '--from', 'Biology', '--out', 'out', '--sampler', 'hard'],
      '--pool bm25,bm25-lucene',
    ],
    [
      ['--suite', 'sample', '--from', 'Biology', '--out', 'out', '--max-queries', '0'],
      'a whole number from 1',
    ],
    [['--from', 'Biology'], 'no --out'],
  ])('refuses %j', async (flags, message) => {
    const { code, stderr } = await build(temporaryFolder(), ...flags);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
