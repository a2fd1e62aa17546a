import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { removeLeftRuns } from '../../src/experiment/results/live-runs.js';
import { readLayout } from '../../src/models/onnx/layout.js';
import { thisHolder } from '../../src/platform/node/index.js';
import { openParts, type VectorManifest } from '../../src/platform/node/vector-parts.js';
import { openFolder } from '../../src/tasks/index.js';
import { failure } from '../support/failure.js';
import { writtenFolder } from '../support/written-folder.js';

const OUTSIDE = ['../outside', '/etc', 'a/../../b', '..\\up', 'C:\\x'];

it('a run that ended removes its own file, whatever file it names', async () => {
  const out = writtenFolder({ 'victim.json': '{}' });
  const name = '01234567-0123-0123-0123-0123456789ab';
  const ended = { ...thisHolder('a run'), process: 2 ** 22 + 1, start: 'x', id: '../victim' };
  mkdirSync(join(out, '.progress'));
  const said = {
    ...{ version: 1, pid: 1, holder: ended, queries: 0, work: [] },
    ...{ startedAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' },
  };
  writeFileSync(join(out, '.progress', `${name}.json`), JSON.stringify(said));
  await removeLeftRuns(out);
  expect(existsSync(join(out, 'victim.json'))).toBe(true);
});

it.each(OUTSIDE)('a model cannot lead to %s by its modules', (path) => {
  const modules = JSON.stringify([{ path, type: 'x.Transformer' }]);
  const folder = writtenFolder({ 'modules.json': modules, 'config.json': '{}' });
  expect(() => readLayout(folder)).toThrow(/a path inside the folder/);
});

it.each(OUTSIDE.slice(0, 3))('a task cannot lead to %s by columns.yaml', async (file) => {
  const folder = writtenFolder({
    'columns.yaml': `corpus: {file: ${file}, id: id, text: text}\n`,
    'a.csv': 'id,text\n1,x\n',
  });
  const error = await failure(openFolder(folder));
  expect(error.message).toMatch(/columns\.yaml|inside|outside|of the folder/);
});

it.each([...OUTSIDE, ''])('a part of vectors cannot be %j', async (file) => {
  const manifest = {
    rowsPerPart: 1,
    documents: { count: 1 },
    queries: { count: 0 },
  } as unknown as VectorManifest;
  const { of } = { of: await identity(manifest) };
  const folder = writtenFolder({
    'vectors.json': JSON.stringify(manifest),
    'documents-00001.json': JSON.stringify({ of, file, sha256: 'x', ids: [] }),
  });
  const error = await failure(openParts(folder, manifest, 'documents'));
  expect(error.message).toContain('no description of a part');
});

const identity = async (manifest: VectorManifest): Promise<string> => {
  const { canonicalJson } = await import('../../src/core/index.js');
  const { sha256 } = await import('../../src/platform/node/index.js');
  return sha256(canonicalJson(manifest as never));
};
