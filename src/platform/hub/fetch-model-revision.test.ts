import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { failure } from '../../../test/support/failure.js';
import { etagOf, startHub } from '../../../test/support/hub-server.js';
import { COMMIT, MODEL, MODEL_FILES, type TinyModel, tinyModel } from '../../../test/support/tiny-model.js';
import { WorkError } from '../../core/index.js';
import { ensureModel, fetchModel, modelFolder } from './fetch-model.js';

const NEWER = '1111111111111111111111111111111111111111';

const places = ({ server }: TinyModel, from = 0): readonly string[] =>
  server.requests.slice(from).map(({ place, file }) => (file ? `${place} ${file}` : place));

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
    expect(await ensureModel({ repository: MODEL }, hub.tools, hub.options)).toBe(hub.folder);
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
    // Blobs are named by content, so only the deleted one came again.
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
