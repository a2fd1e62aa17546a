import { readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { modelEntry } from '../../src/models/embedders/index.js';
import { itemStore } from '../../src/platform/node/index.js';
import { taskEntry } from '../../src/tasks/index.js';
import { temporaryFolder } from '../support/command.js';
import { type ServedFile, startHub } from '../support/hub-server.js';
import { r2med } from '../support/in-process.js';
import { COMMIT, MODEL, MODEL_FILES } from '../support/tiny-model.js';
import { jsonl, writtenFolder } from '../support/written-folder.js';

const { counts, source } = taskEntry('r2med', 'Biology');
const revision = source.from === 'hub' ? source.revision : '';
const rows = (count: number, letter: string) =>
  Array.from({ length: count }, (_, i) => ({ id: `${letter}${i}`, text: `${letter} ${i}` }));
const GENERATED = 'hyde/gpt4/query_with_hydoc.jsonl';
const FILES: Readonly<Record<string, ServedFile>> = {
  'corpus.jsonl': { content: jsonl(...rows(counts.documents, 'd')), lfs: true },
  'query.jsonl': { content: jsonl(...rows(counts.queries, 'q')) },
  'qrels.jsonl': {
    content: jsonl(
      ...Array.from({ length: counts.judgements }, (_, i) => ({
        q_id: `q${i % counts.queries}`,
        p_id: `d${i}`,
        score: 1,
      })),
    ),
  },
  [GENERATED]: { content: jsonl({ id: 'q0', text: 'q 0', hy_doc: 'written' }) },
};

/** Changes one letter of a file's blob: neither size nor counts tell. */
const damage = (path: string): void => {
  const blob = realpathSync(path);
  const bytes = readFileSync(blob);
  const at = bytes.lastIndexOf(' ') + 1;
  bytes[at] = bytes[at]! ^ 1;
  writeFileSync(blob, bytes);
};

const homes = (endpoint: string) => {
  const home = temporaryFolder();
  return { HF_HOME: home, R2MED_HOME: join(home, 'r2med'), HF_ENDPOINT: endpoint };
};

const withTask = async () => {
  const server = await startHub('R2MED/Biology', revision, FILES);
  onTestFinished(server.close);
  const env = homes(server.endpoint);
  const fetch = (...more: string[]) => r2med(['fetch', '--task', 'Biology', ...more], { env });
  const at = (name: string) =>
    join(env.HF_HOME, 'hub', 'datasets--R2MED--Biology', 'snapshots', revision, name);
  expect((await fetch('--generations', 'hyde/gpt4')).code).toBe(0);
  return { env, fetch, at, server };
};

describe('files that a disk damaged after they were fetched', () => {
  it('are replaced by fetch --verify, generated texts too', async () => {
    const { fetch, at } = await withTask();
    const names = ['corpus.jsonl', 'query.jsonl', GENERATED];
    for (const name of names) damage(at(name));
    expect((await fetch()).stdout).toContain('already there');
    const { code, stdout, stderr } = await fetch('--verify', '--json');
    expect([code, stderr]).toEqual([0, expect.stringMatching(/4 files hashed, 3 damaged[\s\S]*is damaged/)]);
    const { files } = JSON.parse(stdout).tasks[0] as { files: { name: string; state: string }[] };
    expect(files.filter(({ state }) => state === 'fetched').map(({ name }) => name)).toEqual(names);
    for (const name of names) expect(readFileSync(at(name), 'utf8')).toBe(FILES[name]!.content);
    expect((await fetch('--verify')).stderr).toContain('4 files hashed, 0 damaged');
  });

  it('are named offline, and the exit code is 1', async () => {
    const { fetch, at, server } = await withTask();
    damage(at('corpus.jsonl'));
    await server.close();
    const { code, stdout, stderr } = await fetch('--verify', '--offline', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(stdout).tasks[0].state).toBe('damaged');
    expect(stderr).toContain(`1 file on this machine is not what the hub sent:\n    ${at('corpus.jsonl')}`);
    expect((await fetch('--offline')).code).toBe(0);
  });

  it('may be a model’s', async () => {
    const server = await startHub(MODEL, COMMIT, MODEL_FILES, { kind: 'model', branches: ['main'] });
    onTestFinished(server.close);
    const env = homes(server.endpoint);
    const fetch = (...more: string[]) => r2med(['fetch', '--model', MODEL, '--json', ...more], { env });
    const { folder } = JSON.parse((await fetch()).stdout).models[0] as { folder: string };
    damage(join(folder, 'tokenizer.json'));
    const offline = await fetch('--verify', '--offline');
    expect([offline.code, JSON.parse(offline.stdout).models[0].state]).toEqual([1, 'damaged']);
    expect(offline.stderr).toContain('tokenizer.json');
    const repaired = await fetch('--verify');
    expect([repaired.code, JSON.parse(repaired.stdout).models[0].state]).toEqual([0, 'fetched']);
    expect((await fetch('--verify', '--offline')).code).toBe(0);
  });
});

describe('r2med doctor --deep', () => {
  it('hashes what was fetched and names the line that replaces what is damaged', async () => {
    const { env, fetch, at } = await withTask();
    const sound = await r2med(['doctor', '--deep'], { env });
    expect([sound.code, sound.stdout]).toEqual([
      0,
      expect.stringMatching(/R2MED\/Biology: 4 hashed .*, 0 damaged/),
    ]);
    damage(at('qrels.jsonl'));
    const { code, stdout } = await r2med(['doctor', '--deep'], { env });
    expect(code).toBe(1);
    expect(stdout).toContain(realpathSync(at('qrels.jsonl')));
    expect(stdout).toContain('Fix: r2med fetch --verify --suite r2med --task Biology');
    expect((await fetch('--verify')).code).toBe(0);
    expect((await r2med(['doctor', '--deep'], { env })).code).toBe(0);
  });

  it('checks cached items', async () => {
    const env = homes('http://127.0.0.1:9');
    const items = await itemStore(join(env.R2MED_HOME, 'items'), () => {})({ of: 'test' });
    await items.append(
      ['a', 'b'].map((text) => ({ key: items.keyOf(text), bytes: Buffer.from(`item ${text}`) })),
    );
    expect((await r2med(['doctor', '--deep'], { env })).stdout).toContain('2 intact, 0 damaged');
    const file = readdirSync(env.R2MED_HOME, { recursive: true, encoding: 'utf8' }).find((name) =>
      name.endsWith('.items'),
    )!;
    damage(join(env.R2MED_HOME, file));
    const { code, stdout } = await r2med(['doctor', '--deep'], { env });
    expect([code, stdout]).toEqual([1, expect.stringContaining('1 intact, 1 damaged')]);
  });
});

describe('r2med doctor --model', () => {
  const path = async (words: readonly string[], env: Record<string, string> = {}) => {
    const { code, stdout } = await r2med(['doctor', '--json', '--model', ...words], { env });
    const findings = JSON.parse(stdout) as { what: string; state: string; found: string; fix?: string }[];
    return { code, steps: findings.map(({ what, state }) => `${what} ${state}`), last: findings.at(-1)! };
  };

  it('stops at files that were not fetched', async () => {
    const { code, steps, last } = await path(['bge']);
    expect([code, steps]).toEqual([1, ['row ready', 'local models ready', 'files missing']]);
    expect(last.fix).toBe('r2med fetch --model bge');
  });

  it('stops at a key that is not set, and never shows one that is', async () => {
    const { code, steps, last } = await path(['voyage']);
    expect([code, steps, last.fix]).toEqual([1, ['row ready', 'key missing'], 'export VOYAGE_API_KEY=…']);
  });

  it('stops where a row needs a server, an export or Python, and prints every line', async () => {
    const { code, steps, last } = await path(['nv']);
    expect([code, steps]).toEqual([1, ['row ready', 'back end missing']]);
    expect(last.fix).toContain('r2med run --retriever nv --python python3');
    for (const backend of modelEntry('bmr-7b').backends)
      if (backend.via === 'served') expect((await path(['bmr-7b'])).last.fix).toContain(backend.servers.vllm);
  });

  it('stops at a Python without the packages, or at none', async () => {
    const none = await path(['nv', '--python', 'no-such-python']);
    expect([none.code, none.steps]).toEqual([1, ['row ready', 'Python missing']]);
    const without = await path(['bmr-2b', '--python', 'python3', '--python-library', 'no_such_library']);
    expect([without.code, without.steps]).toEqual([1, ['row ready', 'Python missing']]);
  });

  it('comes to a first vector from a server, or says what the server said', async () => {
    const { startEmbeddingServer } = await import('../support/embedding-server.js');
    const server = await startEmbeddingServer();
    onTestFinished(() => server.close());
    const other = await path(['bge', '--endpoint', `${server.origin}/v1`]);
    expect([other.code, other.last.found]).toEqual([1, expect.stringContaining('8 numbers, not 1024')]);
    server.always(() => ({ dimensions: 1024 }));
    const there = await path(['bge', '--endpoint', `${server.origin}/v1`]);
    expect([there.code, there.steps]).toEqual([0, ['row ready', 'server ready', 'first vector ready']]);
    server.always(() => ({ status: 404, body: '{"error":{"message":"no such model"}}' }));
    const absent = await path(['bge', '--endpoint', `${server.origin}/v1`]);
    expect([absent.code, absent.last.state, absent.last.found]).toEqual([
      1,
      'missing',
      expect.stringContaining('no such model'),
    ]);
  });

  it('says of any model where it does not know an order that is known', async () => {
    const folder = writtenFolder({
      'words.mjs': `export const embed = (texts) => texts.map((text) => [/gout/i.test(text) ? 1 : 0, 1]);`,
      'trains.mjs': `export const embed = (texts) => texts.map((text) => [/train|What/.test(text) ? 9 : 0, 1]);`,
    });
    const right = await path([`module:${join(folder, 'words.mjs')}`]);
    expect([right.code, right.steps]).toEqual([0, ['first vector ready']]);
    const wrong = await path([`module:${join(folder, 'trains.mjs')}`]);
    expect([wrong.code, wrong.steps]).toEqual([1, ['first vector missing']]);
    expect(wrong.last.found).toMatch(/in a wrong order: the answer to "What causes gout\?" scores 0\.\d+, /);
  });

  it('comes to the first scores of a reranker', async () => {
    const { startRerankServer } = await import('../support/rerank-server.js');
    const server = await startRerankServer();
    onTestFinished(() => server.close());
    const there = await path(['bge-reranker', '--endpoint', `${server.origin}/v1`]);
    expect([there.code, there.steps]).toEqual([0, ['row ready', 'first scores ready']]);
    const nobody = await path(['bge-reranker', '--endpoint', 'http://127.0.0.1:9/v1']);
    expect([nobody.code, nobody.last.found]).toEqual([1, expect.stringContaining('connection was refused')]);
  });

  it('refuses a name that no row has', async () => {
    const { code, stderr } = await r2med(['doctor', '--model', 'bgee']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('did you mean "bge"')]);
  });
});
