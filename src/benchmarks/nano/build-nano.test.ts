import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { goldenVectors, nanoSourceFiles } from '../../../test/support/nano-source.js';
import { testTools } from '../../../test/support/tools.js';
import { jsonl, writtenFolder } from '../../../test/support/written-folder.js';
import { InputError, type Task } from '../../core/index.js';
import { bm25, bm25Lucene, lsa } from '../../search/retrieval/index.js';
import { openFolder, openTask } from '../../tasks/index.js';
import { type BuildNanoOptions, buildNano, planNano } from './build-nano.js';
import type { NamedRetriever } from './settings.js';

const SMALL = { queries: 10, documents: 60, depth: 20, hybridDepth: 10 };
const hostile = (): Promise<Task> => openFolder(writtenFolder(nanoSourceFiles(), 'notes'));
const place = (): string => join(dirname(writtenFolder()), 'nano');
const filesIn = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [
        path.slice(folder.length + 1),
        createHash('sha256').update(readFileSync(path)).digest('hex'),
      ]),
  );
const build = async (task: Task, options: Partial<BuildNanoOptions> = {}, workerPool = 1) => {
  const out = options.out ?? place();
  const report = await buildNano([task], { ...SMALL, ...options, out }, testTools({ workers: workerPool }));
  return { out, report, files: filesIn(out) };
};
const pool: readonly NamedRetriever[] = [
  { name: 'bm25', make: async (_, topK) => bm25({ topK }) },
  { name: 'bm25-lucene', make: async (_, topK) => bm25Lucene({ topK }) },
];

describe('building a Nano set', () => {
  it('writes six configs, a card and a manifest', async () => {
    const { files } = await build(await hostile(), { dense: goldenVectors });
    expect(Object.keys(files)).toEqual([
      'README.md',
      'bm25/NanoNotes.parquet',
      'corpus/NanoNotes.parquet',
      'croissant.json',
      'manifest.json',
      'qrels/NanoNotes.parquet',
      'queries/NanoNotes.parquet',
      'reranking_hybrid/NanoNotes.parquet',
      'vectors/NanoNotes.parquet',
    ]);
  });

  it('refuses lists too short for the hybrid, whose safeguards could not be told by its length', async () => {
    const options = { dense: goldenVectors, depth: 9 };
    await expect(build(await hostile(), options)).rejects.toThrow(
      /lists of 9 to fuse into 10 candidates;[\s\S]*Fix: raise --depth, or add --hybrid-depth 9/,
    );
  });

  it.each([
    ['head', { dense: goldenVectors }],
    ['uniform', { sampler: 'uniform' }],
    ['hard', { sampler: 'hard', pool }],
  ] as const)(
    'gives the same bytes again, from a copy elsewhere, with one lane and with two: %s',
    async (_, options) => {
      const first = await build(await hostile(), options);
      const second = await build(await hostile(), options, 2);
      expect(second.files).toEqual(first.files);
    },
  );

  it('writes the hash of every file but its own into the manifest, and no path, no date', async () => {
    const task = await hostile();
    const { out, files } = await build(task, { dense: goldenVectors });
    const text = readFileSync(join(out, 'manifest.json'), 'utf8');
    const { files: listed, sources } = JSON.parse(text);
    const { 'manifest.json': _, ...others } = files;
    const hashes = Object.entries(listed as Record<string, { sha256: string; bytes: number }>);
    expect(Object.fromEntries(hashes.map(([path, { sha256 }]) => [path, sha256]).sort())).toEqual(others);
    expect(sources).toEqual([{ split: 'NanoNotes', task: 'notes', contentHash: task.contentHash }]);
    expect(text).not.toContain(dirname(task.folder!));
    expect(text).not.toMatch(/20\d\d-\d\d-\d\d/);
  });

  it('puts several tasks of a suite into one set, named as the published ones', async () => {
    const tasks = [await openTask('sample', 'PMC-Clinical'), await openTask('sample', 'Biology')];
    const out = place();
    const report = await buildNano(tasks, { out, documents: 40 }, testTools());
    expect(report.name).toBe('NanoSample');
    expect(readdirSync(join(out, 'corpus'))).toEqual([
      'NanoSampleBiology.parquet',
      'NanoSamplePMCClinical.parquet',
    ]);
    const card = readFileSync(join(out, 'README.md'), 'utf8');
    expect(card).toContain('license: mit');
    expect(card).toContain('  - split: NanoSampleBiology\n    path: bm25/NanoSampleBiology.parquet');
  });

  it('shows the figures, rules, licence and citation on the card', async () => {
    const readme = '---\nlicense: CC-BY-4.0\n---\n```bibtex\n@misc{notes}\n```\n';
    const task = await openFolder(writtenFolder({ ...nanoSourceFiles(), 'README.md': readme }, 'notes'));
    const { out, report } = await build(task, { dense: goldenVectors, name: 'NanoNotes' });
    const card = readFileSync(join(out, 'README.md'), 'utf8');
    const { figures } = report.splits[0]!;
    expect(card).toContain('license: CC-BY-4.0'.toLowerCase());
    expect(card).toContain('| NanoNotes | 10 | 60 | ');
    for (const list of figures.lists) expect(card).toContain(list['nDCG@10'].toFixed(4));
    expect(card).toContain('```bibtex\n@misc{notes}\n```');
    expect(card).toContain('Positives stand first in the corpus');
    const { out: drawn } = await build(task, { sampler: 'uniform' });
    expect(readFileSync(join(drawn, 'README.md'), 'utf8')).toContain('in the order of the source');
  });

  it('says unknown where a folder names neither licence nor citation', async () => {
    const { out } = await build(await hostile());
    const card = readFileSync(join(out, 'README.md'), 'utf8');
    expect(card).toContain('license: unknown');
    expect(card).toContain('Citation: unknown.');
  });
});

describe('a folder that is there already', () => {
  it('is built again with the same settings, and stays what it was', async () => {
    const task = await hostile();
    const first = await build(task);
    const second = await build(task, { out: first.out });
    expect(second.report.outcome).toBe('same');
    expect(second.files).toEqual(first.files);
  });

  it('is not written again where nothing has changed, and mended where something has', async () => {
    const task = await hostile();
    const { out, files } = await build(task);
    const { ino } = statSync(out);
    await build(task, { out });
    expect(statSync(out).ino).toBe(ino);
    writeFileSync(join(out, 'bm25', 'NanoNotes.parquet'), 'half');
    expect((await build(task, { out })).files).toEqual(files);
  });

  it('keeps what others put into it: built again it stays, --overwrite is refused', async () => {
    const task = await hostile();
    const { out } = await build(task);
    mkdirSync(join(out, 'hyde', 'o3-mini'), { recursive: true });
    writeFileSync(join(out, 'hyde', 'o3-mini', 'NanoNotes.jsonl'), 'paid for');
    expect((await build(task, { out })).report.outcome).toBe('same');
    await expect(build(task, { out, seed: 1, overwrite: true })).rejects.toThrow(
      'hyde/o3-mini/NanoNotes.jsonl, which is not of the Nano set there and would be lost',
    );
    expect(readdirSync(join(out, 'hyde', 'o3-mini'))).toEqual(['NanoNotes.jsonl']);
  });

  it('is refused with other settings or another source, and says which; --overwrite replaces it whole', async () => {
    const task = await hostile();
    const { out, files } = await build(task, { dense: goldenVectors });
    await expect(build(task, { out, seed: 1 })).rejects.toThrow('made with other settings: seed, dense');
    await expect(build(await openTask('sample', 'Biology'), { out })).rejects.toThrow('sources');
    expect(filesIn(out)).toEqual(files);
    const { files: replaced } = await build(task, { out, seed: 1, overwrite: true });
    expect(Object.keys(replaced)).not.toContain('vectors/NanoNotes.parquet');
    expect(readdirSync(dirname(out)).filter((name) => /unfinished|replaced/.test(name))).toEqual([]);
  });

  it('is refused where the same settings gave something else: a model that has changed', async () => {
    const task = await hostile();
    const named = (topics: number): NamedRetriever => ({
      name: 'lsa',
      make: async (_, topK) => lsa({ topK, dimensions: topics }),
    });
    const { out } = await build(task, { dense: named(2) });
    await expect(build(task, { out, dense: named(3) })).rejects.toThrow('has other content');
    await build(task, { out, dense: named(3), overwrite: true });
  });

  it('is never touched where it is not a Nano set, --overwrite or not', async () => {
    const out = writtenFolder({ 'thesis.txt': 'years of work' });
    const task = await hostile();
    await expect(build(task, { out, overwrite: true })).rejects.toThrow('not a Nano set');
    const file = join(out, 'thesis.txt');
    await expect(build(task, { out: file })).rejects.toThrow('a file');
    writeFileSync(join(out, 'manifest.json'), '{"format": "other"}');
    await expect(build(task, { out, overwrite: true })).rejects.toThrow(InputError);
    writeFileSync(join(out, 'manifest.json'), 'not JSON');
    await expect(build(task, { out, overwrite: true })).rejects.toThrow('not a Nano set');
  });

  it('may be empty', async () => {
    const out = writtenFolder();
    expect((await build(await hostile(), { out })).report.outcome).toBe('written');
  });

  it('is left as it was when the work fails', async () => {
    const task = await hostile();
    const { out, files } = await build(task);
    const failing: NamedRetriever = { name: 'x', make: () => Promise.reject(new Error('no model')) };
    await expect(build(task, { out, dense: failing, overwrite: true })).rejects.toThrow('no model');
    expect(filesIn(out)).toEqual(files);
  });
});

describe('a plan', () => {
  it.each(['head', 'uniform', 'hard'] as const)('counts what would be built with %s', async (sampler) => {
    const task = await hostile();
    const options = { ...SMALL, sampler, ...(sampler === 'hard' && { pool }) };
    const [set] = await planNano([task], options, testTools());
    const { figures } = (await build(task, options)).report.splits[0]!;
    expect([set!.queries.length, set!.documents.length, set!.positives.length]).toEqual([
      figures.queries,
      figures.documents,
      figures.positives,
    ]);
  });
});

describe('settings that make no set', () => {
  const tasks = async (count: number) =>
    Promise.all(
      Array.from({ length: count }, () =>
        openFolder(
          writtenFolder({
            'corpus.jsonl': jsonl({ id: 'a', text: 'gout' }),
            'query.jsonl': jsonl({ id: 'q', text: 'joint', doc_id: ['a'] }),
          }),
        ),
      ),
    );

  it.each([
    [{ queries: 0 }, 'queries: 0'],
    [{ documents: 1.5 }, 'documents: 1.5'],
    [{ seed: -1 }, 'seed: -1'],
    [{ name: 'my set' }, 'letters, digits and underscores'],
    [{ name: '../up' }, 'letters, digits and underscores'],
    [{ sampler: 'hard' }, 'without retrievers to pool'],
    [{ pool }, 'with the sampler head'],
    [{ sampler: 'random' as 'head' }, 'unknown sampler "random"'],
  ] as const)('are refused: %j', async (options, message) => {
    await expect(planNano(await tasks(1), options, testTools())).rejects.toThrow(message);
  });

  it('are refused: no task, and two of one name', async () => {
    await expect(planNano([], {}, testTools())).rejects.toThrow('no task to build from');
    await expect(planNano(await tasks(2), {}, testTools())).rejects.toThrow('two tasks for the split');
  });
});
