import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Behaviour, etagOf, startHub } from '../../test/hub-server.js';
import {
  COMMIT,
  location,
  MODEL,
  MODEL_FILES,
  NEEDED,
  SMALLEST,
  type TinyModel,
  tinyModel,
} from '../../test/tiny-model.js';
import { testTools } from '../../test/tools.js';
import { InputError, WorkError } from '../core/index.js';
import { bringModel, fetchModel, modelFolder } from './fetch-model.js';

const PINNED = { repository: MODEL, revision: COMMIT };
const NEWER = '1111111111111111111111111111111111111111';

const failure = async (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => expect.unreachable('it should have failed'),
    (error: unknown) => error as Error,
  );

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

describe('a branch or tag', () => {
  it.each([undefined, 'v1.0', 'refs/pr/1'])(
    '(%s) is resolved to a commit and kept as Python keeps it',
    async (revision) => {
      const hub = await tinyModel(MODEL_FILES, [revision ?? 'main']);
      const wanted = { repository: MODEL, ...(revision && { revision }) };
      const report = await fetchModel(wanted, hub.tools, hub.options);
      expect(report).toMatchObject({ revision: COMMIT, folder: hub.folder });
      expect(hub.server.requests[0]).toMatchObject({ place: 'revision', method: 'GET' });
      expect(readFileSync(join(hub.cache, 'refs', revision ?? 'main'), 'utf8')).toBe(COMMIT);
      expect(await modelFolder(MODEL, revision, hub.options.env)).toBe(hub.folder);
      expect(readdirSync(join(hub.cache, 'blobs')).filter((name) => name.includes('.'))).toEqual([]);
    },
  );

  it('is asked for again when fetched, and not when brought', async () => {
    const hub = await tinyModel();
    await fetchModel({ repository: MODEL }, hub.tools, hub.options);
    const before = hub.server.requests.length;
    expect(await bringModel({ repository: MODEL }, hub.tools, hub.options)).toBe(hub.folder);
    expect(places(hub, before)).toEqual([]);
    await fetchModel({ repository: MODEL }, hub.tools, hub.options);
    expect(places(hub, before)).toEqual(['revision']);
  });

  it('that has moved is followed once all of the new commit is there', async () => {
    const hub = await tinyModel();
    await fetchModel({ repository: MODEL }, hub.tools, hub.options);
    const moved = await startHub(MODEL, NEWER, MODEL_FILES, { kind: 'model', branches: ['main'] });
    onTestFinished(moved.close);
    const options = { ...hub.options, env: { ...hub.options.env, HF_ENDPOINT: moved.endpoint } };
    moved.misbehave('resolve:config.json', { status: 404 });
    rmSync(join(hub.cache, 'blobs', etagOf(MODEL_FILES['config.json']!)));
    await failure(fetchModel({ repository: MODEL }, hub.tools, options));
    expect(readFileSync(join(hub.cache, 'refs/main'), 'utf8')).toBe(COMMIT);
    const report = await fetchModel({ repository: MODEL }, hub.tools, options);
    expect(report).toMatchObject({ revision: NEWER, state: 'fetched' });
    expect(readFileSync(join(hub.cache, 'refs/main'), 'utf8')).toBe(NEWER);
    // Blobs are named by content, so only the deleted one came anew.
    expect(moved.requests.filter(({ place }) => place === 'content')).toHaveLength(1);
  });

  it('when the hub is out of reach is what it was, if all is there, with a note', async () => {
    const hub = await tinyModel();
    await fetchModel({ repository: MODEL }, hub.tools, hub.options);
    await hub.server.close();
    const report = await fetchModel({ repository: MODEL }, hub.tools, hub.options);
    expect(report).toMatchObject({ state: 'already there', folder: hub.folder });
    expect(hub.tools.notes.at(-1)).toMatch(/connection was refused; using the files that are here$/);
  });

  it('that the hub does not know is a failure that names it', async () => {
    const hub = await tinyModel();
    const error = await failure(fetchModel({ repository: MODEL, revision: 'v9' }, hub.tools, hub.options));
    expect(error).toBeInstanceOf(WorkError);
    expect(error.message).toMatch(/^cannot fetch Tests\/Tiny-Model at revision v9: http\S+ answered 404/);
    expect(error.message).toContain(`${hub.server.endpoint}/${MODEL}/tree/v9`);
  });

  it.each(['{"sha": "../../x"}', '{"id": "x"}', '<html>', '[]'])(
    'that the hub answers with %s is a failure',
    async (instead) => {
      const hub = await tinyModel();
      hub.server.misbehave('revision', { instead });
      const error = await failure(fetchModel({ repository: MODEL }, hub.tools, hub.options));
      expect(error).toBeInstanceOf(WorkError);
      expect(error.message).toContain('did not answer with a revision');
      expect(existsSync(hub.cache)).toBe(false);
    },
  );

  it('of a repository the hub refuses may be one that does not exist', async () => {
    const hub = await tinyModel();
    hub.server.misbehave('revision', { status: 401 });
    const { message } = await failure(fetchModel({ repository: MODEL }, hub.tools, hub.options));
    expect(message).toContain('answered 401; no token was sent');
    expect(message).toContain(`check the name ${MODEL}`);
  });
});

describe('weights beside the graph', () => {
  const graph = (...outside: string[]) => ({
    content: `graph ${outside.map(location).join(' ')} end`,
    lfs: true,
  });
  const weights = { content: 'weights of the graph', lfs: true };

  it('come with it: those named after it, and those it names', async () => {
    const hub = await tinyModel({
      ...SMALLEST,
      'onnx/model.onnx': graph('model.onnx_data', 'Constant_7_attr__value', 'nowhere'),
      'onnx/model.onnx_data': weights,
      'onnx/model.onnx_data_1': weights,
      'onnx/Constant_7_attr__value': weights,
      'onnx/model_fp16.onnx_data': weights,
      'onnx/other': weights,
    });
    const report = await fetchModel(PINNED, hub.tools, hub.options);
    expect(names(report.files)).toEqual([
      'config.json',
      'tokenizer.json',
      'onnx/model.onnx',
      'onnx/model.onnx_data',
      'onnx/model.onnx_data_1',
      'onnx/Constant_7_attr__value',
    ]);
    expect(readFileSync(join(hub.folder, 'onnx/model.onnx_data'), 'utf8')).toBe(weights.content);
    const again = await fetchModel(PINNED, hub.tools, hub.options);
    expect(again.files).toHaveLength(6);
    expect(again.state).toBe('already there');
  });

  it('that are missing offline are named, with and without a list', async () => {
    const hub = await tinyModel({ ...SMALLEST, 'model.onnx': graph('model.data'), 'model.data': weights });
    await fetchModel(PINNED, hub.tools, hub.options);
    rmSync(join(hub.folder, 'model.data'));
    for (const tools of [hub.tools, testTools()]) {
      const report = await fetchModel(PINNED, tools, { ...hub.options, offline: true });
      expect(names(report.files.filter(({ state }) => state === 'missing'))).toEqual(['model.data']);
    }
  });
});

describe('which graph', () => {
  it.each([
    [{}, 'onnx/model.onnx'],
    [{ precision: 'fp32' }, 'onnx/model.onnx'],
    [{ precision: 'fp16' }, 'onnx/model_fp16.onnx'],
    [{ precision: 'int8' }, 'onnx/model_int8.onnx'],
  ] as const)('%j is %s', async (choice, graph) => {
    const hub = await tinyModel();
    const { files } = await fetchModel(PINNED, hub.tools, { ...hub.options, ...choice });
    expect(names(files).filter((name) => name.endsWith('.onnx'))).toEqual([graph]);
  });

  it('a named one is fetched under its name', async () => {
    const hub = await tinyModel({ ...SMALLEST, 'special.onnx': { content: 'special' } });
    const { files } = await fetchModel({ ...PINNED, file: 'special.onnx' }, hub.tools, hub.options);
    expect(names(files).at(-1)).toBe('special.onnx');
  });

  it('one at the top will do', async () => {
    const hub = await tinyModel(SMALLEST);
    expect(names((await fetchModel(PINNED, hub.tools, hub.options)).files)).toEqual(Object.keys(SMALLEST));
  });
});

describe('a repository without', () => {
  const { 'model.onnx': _graph, ...withoutGraph } = SMALLEST;
  const { 'tokenizer.json': _tokenizer, ...withoutTokenizer } = SMALLEST;
  const { 'config.json': _config, ...withoutConfig } = SMALLEST;
  const other = { content: 'x' };

  it.each([
    ['an ONNX file', withoutGraph, {}, /^Tests\/Tiny-Model has no ONNX file\n/],
    [
      'the one asked for',
      SMALLEST,
      { file: 'onnx/x.onnx' },
      /^Tests\/Tiny-Model has no onnx\/x\.onnx, but model\.onnx\n/,
    ],
    [
      'the usual one',
      { ...withoutGraph, 'vespa.onnx': other },
      {},
      /^Tests\/Tiny-Model has no onnx\/model\.onnx, but vespa\.onnx\n/,
    ],
    [
      'the precision asked for',
      SMALLEST,
      { precision: 'int8' },
      /has no ONNX file of precision int8, but model\.onnx\n/,
    ],
    [
      'tokenizer.json',
      { ...withoutTokenizer, 'spiece.model': other },
      {},
      /has no tokenizer\.json, but spiece\.model\n/,
    ],
    ['config.json', withoutConfig, {}, /has no config\.json\n/],
  ] as const)('%s is a failure with the line that exports it', async (_, files, choice, message) => {
    const hub = await tinyModel(files);
    const { file, precision } = { file: undefined, precision: undefined, ...choice };
    const error = await failure(
      fetchModel({ ...PINNED, ...(file && { file }) }, hub.tools, {
        ...hub.options,
        ...(precision && { precision }),
      }),
    );
    expect(error).toBeInstanceOf(WorkError);
    expect(error.message).toMatch(message);
    expect(error.message).toContain('optimum-cli export onnx --model Tests/Tiny-Model Tiny-Model-onnx');
    expect(error.message).toContain('--model-folder Tiny-Model-onnx');
    expect(hub.server.requests.map(({ place }) => place)).toEqual(['tree']);
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
      expect(await bringModel({ repository: MODEL }, tools, offline)).toBe(hub.folder);
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
    const folder = await bringModel({ repository: MODEL }, hub.tools, { ...hub.options, offline: true });
    expect(folder).toBe(hub.folder);
  });

  it.each([
    ['a commit', COMMIT, COMMIT],
    ['a branch that was never fetched', undefined, 'main'],
  ])('%s that is not there is a failure that names files, addresses and paths', async (_, revision, name) => {
    const hub = await tinyModel();
    const wanted = { repository: MODEL, ...(revision && { revision }) };
    const error = await failure(bringModel(wanted, hub.tools, { ...hub.options, offline: true }));
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
    expect(await bringModel({ repository: MODEL }, hub.tools, offline)).toBe(
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
  expect(await bringModel({ ...PINNED, file: 'onnx/model.onnx' }, hub.tools, hub.options)).toBe(hub.folder);
  expect(existsSync(join(hub.folder, 'onnx/model.onnx'))).toBe(true);
});
