import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { modelEntries, modelEntry, promptFor } from '../../src/models/embedders/index.js';
import { temporaryFolder } from '../support/command.js';
import { r2med } from '../support/in-process.js';
import { jsonl, writtenFolder } from '../support/written-folder.js';

const inTest = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

const data = (...texts: readonly string[]): string =>
  writtenFolder({
    'corpus.jsonl': jsonl(...texts.map((text, i) => ({ id: `d${i}`, text }))),
    'query.jsonl': jsonl({ id: 'q1', text: texts[0]! }),
    'qrels.jsonl': jsonl({ q_id: 'q1', p_id: 'd0', score: 1 }),
  });

/** R2MED's twelve that run on a machine of one's own. */
const LOCAL = Object.values(modelEntries())
  .filter(({ published, pooling }) => published?.['r2med-repo'] && pooling !== 'service')
  .map(({ name }) => name);

const hasPython = (): boolean => {
  const found = spawnSync('python3', ['--version']).status === 0;
  if (!found) console.error('\n*** python3 IS MISSING ON THIS MACHINE: python/worker.py WAS NOT RUN ***\n');
  return found;
};

const IN_STUB = ['--python', 'python3', '--python-library', 'stub_library'];

const stubEnv = (log: string) => ({
  PYTHONPATH: inTest('python'),
  PYTHONDONTWRITEBYTECODE: '1',
  STUB_LOG: log,
});

describe('the rows of the reference', () => {
  it('that are local are twelve, and every one has a path through Python', () => {
    expect(LOCAL).toHaveLength(12);
    for (const name of LOCAL)
      expect([name, modelEntry(name).backends.map(({ via }) => via)]).toEqual([
        name,
        expect.arrayContaining(['python']),
      ]);
  });

  it('run through python/worker.py, which is told what the row says', async () => {
    if (!hasPython()) return;
    const log = temporaryFolder();
    const { code, stdout, stderr } = await r2med(
      [
        ...[
          'run',
          '--data',
          data('gout of the toe', 'iron'),
          '--python',
          'python3',
          '--python-library',
          'stub_library',
        ],
        ...LOCAL.flatMap((name) => ['--retriever', name]),
        '--json',
      ],
      { env: { PYTHONPATH: inTest('python'), PYTHONDONTWRITEBYTECODE: '1', STUB_LOG: log } },
    );
    expect([code, stderr]).toEqual([0, expect.stringContaining('[python3] a library that prints to stdout')]);
    const records = JSON.parse(stdout).records as { system: string; spec: unknown }[];
    expect(records.map(({ system }) => system).sort()).toEqual([...LOCAL].sort());
    expect(readdirSync(log)).toHaveLength(12);
    for (const name of LOCAL) {
      const told = JSON.parse(readFileSync(join(log, `${name}.json`), 'utf8'));
      const entry = modelEntry(name);
      const { prefix, suffix } = promptFor(entry, 'query', 'task');
      expect(told).toMatchObject({
        name,
        model: entry.model,
        tokens: entry.tokens,
        pooling: entry.pooling,
        poolInstruction: entry.poolInstruction,
        normalise: entry.normalized,
        prompts: { query: { prefix, suffix } },
        eos: { rule: entry.eos!.rule, token: entry.eos!.token ?? null },
        // Nothing was said: what it is run in depends on what runs it. As published: BMRetriever's fp32 weights under autocast.
        precision: null,
        published: name.startsWith('bmr-') ? 'autocast' : (/^(fp|bf)\d+/.exec(entry.numberType)?.[0] ?? null),
      });
    }
    // No path of the machine is part of what was run.
    expect(JSON.stringify(records)).not.toContain('worker.py');
  });

  it('run in vLLM get token ids that end in the end token, cut to leave room for it', async () => {
    if (!hasPython()) return;
    const vectors = temporaryFolder();
    const long = 'word '.repeat(3000);
    const { code, stderr } = await r2med(
      [
        ...['run', '--data', data('gout of the toe', long), '--retriever', 'bmr-7b', '--python', 'python3'],
        ...['--python-library', 'vllm', '--precision', 'published', '--save-vectors', vectors, '--json'],
      ],
      { env: { PYTHONPATH: inTest('python/vllm_stub'), PYTHONDONTWRITEBYTECODE: '1' } },
    );
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('Error')]);
    expect(stderr).toContain('published with autocast, which vLLM does not have: it runs in fp32');
    const bytes = readFileSync(join(vectors, 'bmr-7b', 'task', 'documents.npy'));
    const numbers = new Float32Array(bytes.buffer.slice(bytes.byteOffset + bytes.length - 2 * 4096 * 4));
    const firstFive = (row: number) => [...numbers.slice(row * 4096, row * 4096 + 5)];
    const rows = [firstFive(0), firstFive(1)].sort((a, b) => a[2]! - b[2]!);
    expect(rows).toEqual([
      [1, 2, 10, 1, 0],
      [1, 2, 2048, 1, 0],
    ]);
  });

  it('that vLLM cannot pool say so', async () => {
    if (!hasPython()) return;
    const { code, stderr } = await r2med(
      ['run', '--data', data('gout'), '--retriever', 'nv', '--python', 'python3', '--python-library', 'vllm'],
      { env: { PYTHONPATH: inTest('python/vllm_stub'), PYTHONDONTWRITEBYTECODE: '1' } },
    );
    expect(code).toBe(1);
    expect(stderr).toContain(
      'vLLM cannot pool as nvidia/NV-Embed-v2 does; use --library sentence-transformers',
    );
  });

  it('run in the precision that is asked for, and as published where a row is reproduced', async () => {
    if (!hasPython()) return;
    const told = async (...flags: readonly string[]): Promise<unknown> => {
      const log = temporaryFolder();
      const { code, stdout, stderr } = await r2med(
        [...['run', '--data', data('gout', 'iron'), '--retriever', 'bmr-2b', '--json'], ...IN_STUB, ...flags],
        { env: stubEnv(log) },
      );
      expect([code, stderr]).toEqual([0, expect.any(String)]);
      const { precision } = JSON.parse(readFileSync(join(log, 'bmr-2b.json'), 'utf8'));
      expect(stdout).toContain(`"dtype": "${precision ?? 'autocast'}"`);
      return precision;
    };
    expect(await told()).toBeNull();
    expect(await told('--precision', 'bf16')).toBe('bf16');
    expect(await told('--precision', 'published')).toBe('autocast');
    expect(await told('--as-published')).toBe('autocast');
    expect(await told('--as-published', '--precision', 'fp32')).toBe('fp32');
  });

  it('cannot run in int8, and name what they can', async () => {
    const { code, stderr } = await r2med([
      ...['run', '--suite', 'sample', '--retriever', 'bge', '--python', 'python3', '--precision', 'int8'],
    ]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('fp32, fp16, bf16, autocast or published')]);
  });

  it('run once for each device, with one queue', async () => {
    if (!hasPython()) return;
    const log = temporaryFolder();
    const texts = Array.from({ length: 40 }, (_, i) => `text ${i}`);
    const { code, stdout, stderr } = await r2med(
      ['run', '--data', data(...texts), '--retriever', 'bge', ...IN_STUB, '--devices', '0,1,2', '--json'],
      { env: stubEnv(log) },
    );
    expect([code, stderr]).toEqual([0, expect.any(String)]);
    expect(
      readdirSync(log)
        .filter((file) => file.startsWith('device-'))
        .sort(),
    ).toEqual(['device-0', 'device-1', 'device-2']);
    expect(JSON.parse(stdout).records[0].facts).toMatchObject({ embedded: 40, notEmbedded: 0 });
    const twice = await r2med(['run', '--suite', 'sample', '--retriever', 'bge', '--devices', '0,0']);
    expect([twice.code, twice.stderr]).toEqual([2, expect.stringContaining('each once, as 0,1')]);
  });

  it('fail text by text where the model fails on a text', async () => {
    if (!hasPython()) return;
    const { stderr } = await r2med(
      [
        ...['run', '--data', data('gout', 'iron', 'boom'), '--retriever', 'bge', '--python', 'python3'],
        ...['--python-library', 'stub_library'],
      ],
      { env: { PYTHONPATH: inTest('python'), PYTHONDONTWRITEBYTECODE: '1', STUB_LOG: temporaryFolder() } },
    );
    expect(stderr).toContain('d2 (MemoryError: no room for boom)');
  });

  it('name what to install and the line that goes on', async () => {
    const { code, stderr } = await r2med(['run', '--suite', 'sample', '--retriever', 'nv', '--offline']);
    expect(code).toBe(1);
    expect(stderr).toContain('&& r2med run --retriever nv --python python3');
    expect(stderr).toContain('pip install ');
  });
});
