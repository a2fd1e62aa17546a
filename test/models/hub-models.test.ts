import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { temporaryFolder } from '../support/command.js';
import { type HubServer, type ServedFile, startHub } from '../support/hub-server.js';
import { r2med } from '../support/in-process.js';
import { COMMIT } from '../support/tiny-model-files.js';
import { jsonl, writtenFolder } from '../support/written-folder.js';

const inTest = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** The files of a folder as a hub has them, large ones by hash. */
const filesOf = (folder: string): Readonly<Record<string, ServedFile<Uint8Array>>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const path = join(entry.parentPath, entry.name);
        const name = path.slice(folder.length + 1);
        return [name, { content: readFileSync(path), lfs: name.endsWith('.onnx') }];
      }),
  );

const SENTENCE = filesOf(inTest('golden/onnx/bert-sentence'));
/** The prompts that the model's own files have. */
const OWN = JSON.parse(Buffer.from(SENTENCE['config_sentence_transformers.json']!.content).toString());

const hub = async (
  repository: string,
  files: Readonly<Record<string, ServedFile<Uint8Array>>> = SENTENCE,
): Promise<{ readonly server: HubServer; readonly env: Record<string, string> }> => {
  const server = await startHub(repository, COMMIT, files, { kind: 'model', branches: ['main'] });
  onTestFinished(server.close);
  return { server, env: { HF_ENDPOINT: server.endpoint } };
};

const task = (): string =>
  writtenFolder({
    'corpus.jsonl': jsonl(
      { id: 'gout', text: 'Urate crystals inflame a joint.' },
      { id: 'anaemia', text: 'Iron deficiency lowers haemoglobin.' },
    ),
    'query.jsonl': jsonl({ id: 'q1', text: 'urate crystals in a joint' }),
    'qrels.jsonl': jsonl({ q_id: 'q1', p_id: 'gout', score: 1 }),
  });

const run = (retriever: string, more: readonly string[], env: Record<string, string>) =>
  r2med(['run', '--data', task(), '--retriever', retriever, '--json', ...more], { env });

interface Prompts {
  readonly prefix: string;
  readonly suffix: string;
}

const recordOf = (stdout: string) =>
  JSON.parse(stdout).records[0] as {
    readonly system: string;
    readonly name: string;
    readonly spec: { embedder: { tokens: { query: Prompts } } };
  };

describe('a hub id that is not registered', () => {
  it('runs the ONNX files of its repository, with the prompts of its own files', async () => {
    const { env } = await hub('lab/tiny-model');
    const { code, stdout, stderr } = await run('lab/tiny-model', [], env);
    expect([code, stderr]).toEqual([0, expect.stringContaining('lab/tiny-model: ')]);
    const { name, system, spec } = recordOf(stdout);
    expect([name, system]).toEqual(['lab/tiny-model', 'lab-tiny-model']);
    expect(spec.embedder.tokens.query).toMatchObject({ prefix: OWN.prompts.query, suffix: '' });
  });

  it.each([
    [['--query-prompt', 'Instruct: find it\\nQuery: '], { prefix: 'Instruct: find it\nQuery: ', suffix: '' }],
    [['--query-prompt', 'Q: {text} A:'], { prefix: 'Q: ', suffix: ' A:' }],
    [['--prompt-name', 'document'], { prefix: OWN.prompts.document, suffix: '' }],
  ])('reads queries as %j say', async (flags, expected) => {
    const { env } = await hub('lab/tiny-model');
    const { stdout } = await run('lab/tiny-model', flags, env);
    expect(recordOf(stdout).spec.embedder.tokens.query).toMatchObject(expected);
  });

  it('takes its prompts in the text of a system too', async () => {
    const { env } = await hub('lab/tiny-model');
    const system = 'lab/tiny-model(queryPrompt="query, please: ", documentPrompt=text:) > top(1)';
    const { code, stdout } = await r2med(['run', '--data', task(), '--system', system, '--json'], { env });
    expect(code).toBe(0);
    expect(JSON.stringify(recordOf(stdout).spec)).toContain('"prefix":"query, please: "');
  });

  it.each([
    [['--prompt-name', 'qery'], 'unknown prompt of config_sentence_transformers.json "qery"', 'query'],
    [['--prompt-name', 'query', '--query-prompt', 'x'], '--query-prompt and --prompt-name', 'one of the two'],
  ])('refuses %j', async (flags, found, expected) => {
    const { env } = await hub('lab/tiny-model');
    const { code, stderr } = await run('lab/tiny-model', flags, env);
    expect([code, stderr]).toEqual([2, expect.stringContaining(found)]);
    expect(stderr).toContain(expected);
  });

  it('without ONNX files is run by sentence-transformers, at its commit and with its own prompts', async () => {
    if (spawnSync('python3', ['--version']).status !== 0) return;
    const { 'onnx/model.onnx': _, 'onnx/whole.onnx': __, ...files } = SENTENCE;
    const { env, server } = await hub('lab/tiny-model', files);
    const without = await run('lab/tiny-model', [], env);
    expect(without.code).toBe(1);
    expect(without.stderr).toContain('--retriever lab/tiny-model --python python3');
    const log = temporaryFolder();
    const python = { PYTHONPATH: inTest('python'), PYTHONDONTWRITEBYTECODE: '1', STUB_LOG: log };
    const { code, stdout, stderr } = await run(
      'lab/tiny-model',
      ['--python', 'python3', '--python-library', 'stub_library', '--document-prompt', 'text: '],
      { ...env, ...python },
    );
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('Error')]);
    const told = JSON.parse(readFileSync(join(log, 'lab-tiny-model.json'), 'utf8'));
    expect(told).toMatchObject({
      model: 'lab/tiny-model',
      revision: COMMIT,
      loader: 'modules',
      tokens: null,
      prompts: {
        query: { prefix: OWN.prompts.query },
        rewrite: { prefix: '' },
        document: { prefix: 'text: ' },
      },
    });
    expect(recordOf(stdout).spec).toMatchObject({ embedder: { backEnd: 'python', revision: COMMIT } });
    // The weights are Python's to fetch.
    expect(server.requests.map(({ file }) => file).join()).not.toMatch(/onnx|safetensors/);
  });

  it('is asked of the servers that are given, by its id', async () => {
    const { stderr } = await run('lab/tiny-model', ['--endpoint', 'http://127.0.0.1:9/v1'], {});
    expect(stderr).toContain('127.0.0.1:9');
  });

  it('reranks too', async () => {
    const { env } = await hub('lab/tiny-reranker', filesOf(inTest('golden/onnx/bert-pair')));
    const { code, stdout } = await run('bm25', ['--reranker', 'lab/tiny-reranker'], env);
    expect(code).toBe(0);
    expect(stdout).toContain('bm25 > lab/tiny-reranker(10)');
  });
});

describe('a hub id of the registry', () => {
  it.each([
    ['BAAI/bge-large-en-v1.5', '"name": "bge"'],
    ['baai/BGE-large-en-v1.5', '"name": "bge"'],
    ['ncbi/MedCPT-Query-Encoder', '"name": "medcpt"'],
    ['BAAI/bge-reranker-v2-m3', '"name": "bge-reranker"'],
    ['Qwen/Qwen3-32B', '"name": "qwen3-32b"'],
  ])('%s is shown as its entry', async (id, name) => {
    const { code, stdout } = await r2med(['models', id, '--json']);
    expect([code, stdout]).toEqual([0, expect.stringContaining(name)]);
  });

  it('runs as its entry: its file, its revision, its instructions, its name', async () => {
    const { stderr, code } = await r2med([
      ...[
        'run',
        '--suite',
        'sample',
        '--task',
        'Biology',
        '--retriever',
        'BAAI/bge-large-en-v1.5',
        '--offline',
      ],
    ]);
    expect(code).toBe(1);
    expect(stderr).toContain('d4aa6901d3a41ba39fb536a557fa166f842b0e09/onnx/model.onnx');
  });

  it('has prompts in the registry, whose names are not those of its files', async () => {
    const { code, stderr } = await run(
      'BAAI/bge-large-en-v1.5',
      ['--prompt-name', 'query', '--endpoint', 'http://127.0.0.1:9/v1'],
      {},
    );
    expect([code, stderr]).toEqual([2, expect.stringContaining('--query-prompt')]);
  });
});

describe('an unknown name', () => {
  it.each([
    ['minilm', 'all-minilm-l6-v2'],
    ['bge-large', 'bge'],
    ['mistral-7b-instruct', 'e5'],
    ['colbert-small', 'answerai-colbert-small-v1'],
  ])('%s finds %s, and the ways to any other model', async (name, near) => {
    const { code, stderr } = await run(name, [], {});
    expect([code, stderr]).toEqual([2, expect.stringContaining(`did you mean "${near}"?`)]);
    for (const way of ['ORG/NAME', '--python python3', 'served:URL']) expect(stderr).toContain(way);
  });
});

describe('without onnxruntime', () => {
  it.each([
    ['--retriever', 'bge'],
    ['--retriever', 'BAAI/bge-large-en-v1.5'],
    ['--retriever', 'lab/tiny-model'],
    ['--retriever', 'onnx:lab/tiny-model'],
    ['--reranker', 'bge-reranker'],
    ['--reranker', 'lab/tiny-model'],
  ])('%s %s says so before it asks the hub for anything', async (flag, name) => {
    vi.resetModules();
    vi.doMock('onnxruntime-node', () => {
      throw new Error("Cannot find package 'onnxruntime-node'");
    });
    onTestFinished(() => {
      vi.doUnmock('onnxruntime-node');
      vi.resetModules();
    });
    const { server, env } = await hub('lab/tiny-model');
    const called = (await import('../support/in-process.js')).r2med;
    const { code, stderr } = await called(
      ['run', '--data', task(), '--retriever', 'bm25', flag, name, '--out', temporaryFolder()],
      { env },
    );
    expect([code, stderr]).toEqual([1, expect.stringContaining('npm install onnxruntime-node')]);
    expect(server.requests).toEqual([]);
  });
});
