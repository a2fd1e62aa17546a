import { join } from 'node:path';
import { expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.js';
import { r2med } from '../../../test/support/in-process.js';
import { madeBenchmark } from '../../../test/support/made-benchmark.js';
import { writtenFolder } from '../../../test/support/written-folder.js';
import { readHakariFolder, type StoredResult } from '../../experiment/results/index.js';
import { exportFormats, exportInput } from './index.js';

const GOLDEN = join(import.meta.dirname, '../../../test/golden/xz');
const results = (suite: string): readonly StoredResult[] =>
  madeBenchmark({ task: { suite } }).map((made) => ({
    ...made,
    folder: '',
    seal: { run: '', queries: '', record: '' },
  }));

it('writes files that are read back with the same scores', async () => {
  const nano = results('nano');
  const { files } = await exportFormats.hakari.files(exportInput(nano));
  expect(files).toHaveLength(nano.length);
  const folder = writtenFolder(
    Object.fromEntries(files.map(({ path, content }) => [path, content as string])),
  );
  const splits = files.map(({ path }) => path.split('/').at(-1)!.replace('.json', ''));
  expect(splits).toContain('NanoR2MEDMedQADiag');
  const entries = await readHakariFolder(
    folder,
    new Map(splits.map((split, i) => [split, nano[i]!.record.task.name])),
  );
  const read = new Map(entries.flatMap(({ scores }) => Object.entries(scores)));
  for (const { record } of nano)
    expect(read.get(record.task.name)!['nDCG@10']).toBe(record.scores['nDCG@10']);
});

it('refuses results on other tasks', async () => {
  const error = await failure(exportFormats.hakari.files(exportInput(results('r2med'))));
  expect(error.message).toMatch(/results on suite r2med; expected results on suite nano/);
});

it('shows result files packed by xz on the board', async () => {
  const { stdout } = await r2med([
    'leaderboard',
    '--suite',
    'nano',
    '--hakari',
    GOLDEN,
    '--json',
    '--results',
    writtenFolder({}),
  ]);
  const row = JSON.parse(stdout).published.find(
    ({ entry }: { entry: { name: string } }) => entry.name === 'example/encoder-small',
  );
  expect(row.scores).toEqual({ Biology: 0.4125, 'MedQA-Diag': 0.1375 });
  expect(row.mean).toBeUndefined();
});

it('names a folder without results, and a split that it does not know', async () => {
  expect((await failure(readHakariFolder(writtenFolder({ 'a.txt': '' }), new Map()))).message).toMatch(
    /no result files on NanoR2MED/,
  );
  expect((await failure(readHakariFolder(GOLDEN, new Map()))).message).toMatch(/split "NanoR2MEDBiology"/);
});
