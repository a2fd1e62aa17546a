import { existsSync, mkdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.js';
import { type Behaviour, etagOf } from '../../../test/support/hub-server.js';
import {
  COMMIT,
  MODEL,
  MODEL_FILES,
  NEEDED,
  SMALLEST,
  type TinyModel,
  tinyModel,
} from '../../../test/support/tiny-model.js';
import { testTools } from '../../../test/support/tools.js';
import { InputError, WorkError } from '../../core/index.js';
import { ensureModel, fetchModel, modelFolder } from './fetch-model.js';

const PINNED = { repository: MODEL, revision: COMMIT };

const places = ({ server }: TinyModel, from = 0): readonly string[] =>
  server.requests.slice(from).map(({ place, file }) => (file ? `${place} ${file}` : place));

const names = (files: readonly { readonly name: string }[]): readonly string[] =>
  files.map(({ name }) => name);

const graphRanges = ({ server }: TinyModel): readonly (string | undefined)[] =>
  server.requests
    .filter(({ place, file }) => place === 'content' && file === 'onnx/model.onnx')
    .map(({ range }) => range);

describe('fetching a model', () => {
  it('of a pinned commit brings what a local model needs in the layout of Python’s cache, and no more', async () => {
    const hub = await tinyModel();
    const report = await fetchModel(PINNED, hub.tools, hub.options);
    expect(report).toMatchObject({
      repository: MODEL,
      revision: COMMIT,
      state: 'fetched',
      folder: hub.folder,
    });
    expect(names(report.files)).toEqual(NEEDED);
    for (const { name, path, bytes, state } of report.files) {
      const file = MODEL_FILES[name]!;
      expect(readFileSync(path, 'utf8')).toBe(file.content);
      expect([state, bytes]).toEqual(['fetched', Buffer.byteLength(file.content)]);
      expect(readlinkSync(path)).toMatch(new RegExp(`^(\\.\\./)+blobs/${etagOf(file)}$`));
    }
    expect(report.bytes).toBe(report.files.reduce((sum, { bytes }) => sum + bytes, 0));
    expect(
      hub.server.requests.filter(({ place }) => place !== 'resolve' && place !== 'content'),
    ).toHaveLength(1);
    expect(existsSync(join(hub.cache, 'refs'))).toBe(false);
    expect(hub.tools.notes).toEqual([`${MODEL}: 11 files fetched and checked`]);
  });

  it('that is there makes no request', async () => {
    const hub = await tinyModel();
    await fetchModel(PINNED, hub.tools, hub.options);
    const before = hub.server.requests.length;
    const again = await fetchModel(PINNED, hub.tools, hub.options);
    expect(again.state).toBe('already there');
    expect(names(again.files)).toEqual(NEEDED);
    expect(hub.server.requests).toHaveLength(before);
  });

  it('that another program brought makes one, for the list', async () => {
    const hub = await tinyModel();
    await fetchModel(PINNED, hub.tools, hub.options);
    const before = hub.server.requests.length;
    expect((await fetchModel(PINNED, testTools(), hub.options)).state).toBe('already there');
    expect(places(hub, before)).toEqual(['tree']);
  });

  it('asks only for a file that is missing or has another size', async () => {
    const hub = await tinyModel();
    await fetchModel(PINNED, hub.tools, hub.options);
    rmSync(join(hub.folder, 'config.json'));
    rmSync(join(hub.folder, 'tokenizer.json'));
    writeFileSync(join(hub.folder, 'tokenizer.json'), 'half');
    const report = await fetchModel(PINNED, hub.tools, hub.options);
    expect(names(report.files.filter(({ state }) => state === 'fetched'))).toEqual([
      'config.json',
      'tokenizer.json',
    ]);
    expect(readFileSync(join(hub.folder, 'tokenizer.json'), 'utf8')).toBe(
      MODEL_FILES['tokenizer.json']!.content,
    );
  });

  it('dropped in the midst of its graph goes on at the byte it had, also in a later run', async () => {
    const hub = await tinyModel();
    hub.server.misbehave('content:onnx/model.onnx', { dropAfter: 5 }, { dropAfter: 3 });
    await fetchModel(PINNED, hub.tools, hub.options);
    expect(graphRanges(hub)).toEqual([undefined, 'bytes=5-', 'bytes=8-']);
    const other = await tinyModel();
    other.server.misbehave('content:onnx/model.onnx', ...Array<Behaviour>(5).fill({ dropAfter: 2 }));
    const error = await failure(fetchModel(PINNED, other.tools, other.options));
    expect(error).toBeInstanceOf(WorkError);
    expect(error.message).toContain(`→ ${join(other.folder, 'onnx/model.onnx')}`);
    await fetchModel(PINNED, other.tools, other.options);
    expect(graphRanges(other).at(-1)).toBe('bytes=10-');
  });

  it.each(['../x/y', 'a/b/c', '', 'a b', './x', 'x/..', 'https://hub/x'])(
    '"%s" is no id of a model',
    async (repository) => {
      const hub = await tinyModel();
      const error = await failure(fetchModel({ repository }, hub.tools, hub.options));
      expect(error).toBeInstanceOf(InputError);
      expect(hub.server.requests).toEqual([]);
    },
  );

  it.each(['../main', 'a//b', '', '/etc'])('"%s" is no revision', async (revision) => {
    const hub = await tinyModel();
    const error = await failure(fetchModel({ repository: MODEL, revision }, hub.tools, hub.options));
    expect(error).toBeInstanceOf(InputError);
  });
});

describe('offline', () => {
  it('what is in the cache is found through its branch', async () => {
    const hub = await tinyModel();
    await fetchModel({ repository: MODEL }, hub.tools, hub.options);
    const before = hub.server.requests.length;
    const offline = { ...hub.options, offline: true };
    for (const tools of [hub.tools, testTools()]) {
      const report = await fetchModel({ repository: MODEL }, tools, offline);
      expect(report).toMatchObject({ state: 'already there', folder: hub.folder, revision: COMMIT });
      expect([...names(report.files)].sort()).toEqual([...NEEDED].sort());
      expect(await ensureModel({ repository: MODEL }, tools, offline)).toBe(hub.folder);
    }
    expect(hub.server.requests).toHaveLength(before);
  });

  it('what Python left is found', async () => {
    const hub = await tinyModel();
    for (const [name, { content }] of Object.entries({ ...SMALLEST, 'modules.json': { content: '[]' } })) {
      mkdirSync(hub.folder, { recursive: true });
      writeFileSync(join(hub.folder, name), content);
    }
    mkdirSync(join(hub.cache, 'refs'));
    writeFileSync(join(hub.cache, 'refs/main'), COMMIT);
    const folder = await ensureModel({ repository: MODEL }, hub.tools, { ...hub.options, offline: true });
    expect(folder).toBe(hub.folder);
  });

  it.each([
    ['a commit', COMMIT, COMMIT],
    ['a branch that was never fetched', undefined, 'main'],
  ])('%s that is not there is a failure that names files, addresses and paths', async (_, revision, name) => {
    const hub = await tinyModel();
    const wanted = { repository: MODEL, ...(revision && { revision }) };
    const error = await failure(ensureModel(wanted, hub.tools, { ...hub.options, offline: true }));
    expect(error).toBeInstanceOf(WorkError);
    expect(error.message).toContain('offline, and 3 files of Tests/Tiny-Model are not on this machine');
    for (const file of ['config.json', 'tokenizer.json', 'onnx/model.onnx']) {
      expect(error.message).toContain(`${hub.server.endpoint}/${MODEL}/resolve/${name}/${file}\n`);
      expect(error.message).toContain(`→ ${join(hub.cache, 'snapshots', name, file)}`);
    }
    expect(hub.server.requests).toEqual([]);
  });

  it('files that were put by hand where the failure says are found', async () => {
    const hub = await tinyModel();
    const offline = { ...hub.options, offline: true };
    const { files } = await fetchModel({ repository: MODEL }, hub.tools, offline);
    for (const { path } of files) {
      mkdirSync(join(path, '..'), { recursive: true });
      writeFileSync(path, 'x');
    }
    expect(await ensureModel({ repository: MODEL }, hub.tools, offline)).toBe(
      join(hub.cache, 'snapshots', 'main'),
    );
  });

  it('nothing is no folder', async () => {
    const hub = await tinyModel();
    expect(await modelFolder(MODEL, undefined, hub.options.env)).toBeUndefined();
    expect(await modelFolder(MODEL, COMMIT, hub.options.env)).toBeUndefined();
  });

  it('a branch that stands for nothing readable was never fetched', async () => {
    const hub = await tinyModel();
    mkdirSync(join(hub.cache, 'refs'), { recursive: true });
    writeFileSync(join(hub.cache, 'refs/main'), '../../elsewhere');
    expect(await modelFolder(MODEL, undefined, hub.options.env)).toBeUndefined();
  });
});

it('a model is brought by fetching it', async () => {
  const hub = await tinyModel();
  expect(await ensureModel({ ...PINNED, file: 'onnx/model.onnx' }, hub.tools, hub.options)).toBe(hub.folder);
  expect(existsSync(join(hub.folder, 'onnx/model.onnx'))).toBe(true);
});
