import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { modelEntry } from '../../src/models/embedders/index.js';
import { fetched } from '../support/fetching.js';
import { startHub } from '../support/hub-server.js';
import { COMMIT, MODEL, MODEL_FILES, NEEDED } from '../support/tiny-model.js';
import { writtenFolder } from '../support/written-folder.js';

describe('r2med fetch --model', () => {
  const withModel = async (repository = MODEL, commit = COMMIT) => {
    const server = await startHub(repository, commit, MODEL_FILES, { kind: 'model', branches: ['main'] });
    onTestFinished(server.close);
    const home = writtenFolder();
    const { PATH } = process.env;
    const folder = join(home, 'hub', `models--${repository.replace('/', '--')}`, 'snapshots', commit);
    return {
      server,
      folder,
      env: { PATH, HF_HOME: home, R2MED_HOME: join(home, 'r2med'), HF_ENDPOINT: server.endpoint },
    };
  };

  it('fetches a hub id and no task, and asks only for the branch the next time', async () => {
    const { server, env, folder } = await withModel();
    const first = await fetched(env, '--model', MODEL, '--json');
    expect([first.code, first.stderr]).toEqual([0, `${MODEL}: 11 files fetched and checked\n`]);
    const { tasks, models } = JSON.parse(first.stdout);
    expect(tasks).toEqual([]);
    expect(models).toMatchObject([
      { model: MODEL, repository: MODEL, revision: COMMIT, folder, state: 'fetched' },
    ]);
    expect(models[0].files.map(({ name }: { name: string }) => name)).toEqual(NEEDED);
    const asked = server.requests.length;
    const second = await fetched(env, '--model', MODEL);
    expect(second.stdout).toMatch(/^model +files +bytes +state\b/);
    expect(second.stdout).toMatch(/^Tests\/Tiny-Model +11 +.*already there/m);
    expect(server.requests.slice(asked).map(({ place }) => place)).toEqual(['revision']);
  });

  it('fetches the file and revision that a row of the models names', async () => {
    const entry = modelEntry('bge-small-en-v1.5');
    const { env, folder } = await withModel(entry.model, entry.revision);
    const { code, stdout } = await fetched(
      env,
      '--model',
      'BGE-small-en-v1.5',
      '--precision',
      'fp16',
      '--json',
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout).models).toMatchObject([
      { model: entry.name, revision: entry.revision, folder },
    ]);
    expect(readdirSync(join(folder, 'onnx'))).toEqual(['model_fp16.onnx']);
  });

  it('goes together with tasks', async () => {
    const { env, folder } = await withModel();
    const { code, stdout } = await fetched(env, '--suite', 'sample', '--task', 'Biology', '--model', MODEL);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^task \/ model +files/);
    expect(stdout).toMatch(/^Biology .*comes with the package/m);
    expect(existsSync(join(folder, 'onnx/model.onnx'))).toBe(true);
  });

  it.each([
    ['contriever', /onnx: optimum-cli export onnx --model facebook\/contriever-msmarco/],
    ['e5', /served: vllm serve intfloat\/e5-mistral-7b-instruct/],
    ['openai', /service: .*OPENAI_API_KEY/],
  ])('%s has no ONNX file on the hub: the row says how to run it', async (name, way) => {
    const { server, env } = await withModel();
    const { code, stdout, stderr } = await fetched(env, '--model', MODEL, '--model', name);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('has no ONNX file on the hub to fetch');
    expect(stderr).toMatch(way);
    expect(server.requests).toEqual([]);
  });

  it('offline lists what is missing and where it belongs, and exits with 1', async () => {
    const { server, env, folder } = await withModel();
    await fetched(env, '--model', MODEL);
    const asked = server.requests.length;
    rmSync(join(folder, 'onnx/model.onnx'));
    const { code, stdout, stderr } = await fetched(env, '--model', MODEL, '--offline');
    expect(code).toBe(1);
    expect(stdout).toMatch(/^Tests\/Tiny-Model +10 of 11 .*missing/m);
    expect(stderr).toContain(`→ ${join(folder, 'onnx/model.onnx')}`);
    expect(server.requests).toHaveLength(asked);
  });

  it.each([
    [['--model', 'bgee'], /unknown model "bgee".*\n.*did you mean "bge"/],
    [['--model', '../x'], /"\.\.\/x"; expected the id of a model/],
    [
      ['--model', MODEL, '--precision', 'int4'],
      /expected one of fp32, fp16, bf16, autocast, int8, published/,
    ],
  ])('%j is refused', async (words, message) => {
    const { env } = await withModel();
    const { code, stderr } = await fetched(env, ...words);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });
});
