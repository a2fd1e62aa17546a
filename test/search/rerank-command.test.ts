import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/command.js';
import { ALL, about, desk } from '../support/generating.js';
import { r2med } from '../support/in-process.js';

const MODEL = fileURLToPath(new URL('../golden/onnx/bert-pair', import.meta.url));

const run = async (flags: readonly string[], env: Readonly<Record<string, string>> = {}) => {
  const out = temporaryFolder();
  const called = await r2med(['run', '--out', out, '--json', ...flags], { env });
  return { ...called, out, ...(called.stdout && JSON.parse(called.stdout)) };
};

describe('a reranked system', () => {
  it('is run and shown next to its first stage, with the difference and its test', async () => {
    const flags = [
      '--suite',
      'sample',
      '--task',
      'Biology',
      '--retriever',
      'bm25',
      '--reranker',
      `onnx:${MODEL}`,
    ];
    const { code, rows, reranked, out } = await run([...flags, '--depth', '10,20']);
    expect(code).toBe(0);
    const names = rows.map(({ system }: { system: string }) => system);
    expect(names.toSorted()).toEqual(['bm25', 'bm25.onnx-bert-pair-10', 'bm25.onnx-bert-pair-20']);
    expect(reranked).toHaveLength(2);
    for (const { first, before, after, difference, p } of reranked) {
      expect(first).toBe('bm25');
      expect(after - before).toBeCloseTo(difference, 12);
      expect(p).toBeGreaterThan(0);
    }
    const ids = (system: string) =>
      readFileSync(join(out, system, 'Biology', 'run.trec'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => line.split(' '))
        .filter(([query]) => query === 'bio-q01')
        .map(([, , id]) => id);
    const [first, again] = [ids('bm25'), ids('bm25.onnx-bert-pair-10')];
    expect(new Set(again.slice(0, 10))).toEqual(new Set(first.slice(0, 10)));
    expect(again.slice(0, 10)).not.toEqual(first.slice(0, 10));
    expect(again.slice(10)).toEqual(first.slice(10));
  });

  it('has its first stage run also when only the whole is named, and saves nothing else when done as published', async () => {
    const system = `bm25 > onnx:${MODEL}(5)`;
    const flags = ['--suite', 'sample', '--task', 'Biology', '--system', system, '--as-published'];
    const { records } = await run(flags);
    const [first, reranked] = records;
    expect(first.name).toBe('bm25');
    expect(reranked.spec[1]).toMatchObject({ stage: 'rerank', depth: 5, tail: 'dropped' });
    expect(reranked.scores['Recall@100']).toBe(reranked.scores['Recall@10']);
    expect(reranked.facts.reranking).toMatchObject({ pairs: 9 * 5, failed: 0, unchanged: 0 });
  });

  it('may be ordered by a language model, which is asked once per call and counted', async () => {
    const at = await desk();
    // The order that puts the document in front that the query is about.
    at.server.answer((messages) => {
      const whole = messages.map(({ content }) => content).join('\n');
      const places = [...whole.matchAll(/\[(\d+)\]\.? All about (\w+)\./g)];
      const best = places.find(([, , name]) => whole.includes(`What of ${name},`));
      return best ? `[${best[1]}]` : '[1]';
    });
    const llm = `served:${at.server.origin}/v1#tiny`;
    const flags = [
      '--data',
      at.data,
      '--retriever',
      'bm25',
      '--reranker',
      `listwise(${llm})`,
      '--depth',
      '8',
    ];
    const env = { R2MED_HOME: join(at.home, 'r2med') };
    const { code, records, reranked } = await run(flags, env);
    expect(code).toBe(0);
    expect(at.server.requests).toHaveLength(ALL.length);
    expect(records[1].system).toBe('bm25.listwise-tiny-8');
    expect(records[1].facts.reranking).toMatchObject({ calls: 8, failedCalls: 0, unchanged: 0 });
    expect(records[1].cost.tokensIn).toBeGreaterThan(0);
    expect(reranked[0].after).toBe(1);
    await run([...flags, '--overwrite'], env);
    expect(at.server.requests).toHaveLength(ALL.length);
    expect(about(at.server.requests[0]!.messages)).toBeDefined();
  });

  it('saves other settings in another place, and says the same alone as with others', async () => {
    const flags = ['--suite', 'sample', '--task', 'Biology'];
    const [plain, short] = [`bm25 > onnx:${MODEL}(10)`, `bm25 > onnx:${MODEL}(10, maxTokens=20)`];
    const twice = `bm25 > onnx:${MODEL}(20) > onnx:${MODEL}(10)`;
    const others = ['--system', 'lsa', '--system', `lsa > onnx:${MODEL}(10)`, '--system', short];
    const together = await run([...flags, ...others, '--system', twice, '--system', plain]);
    const byName = new Map<string, { fingerprint: string; spec: unknown; facts: { reranking: object } }>(
      together.records.map((record: { name: string }) => [record.name, record]),
    );
    expect([...byName.keys()].toSorted()).toEqual([
      'bm25',
      'bm25 > onnx-bert-pair(10)',
      'bm25 > onnx-bert-pair(10, maxTokens=20)',
      'bm25 > onnx-bert-pair(20) > onnx-bert-pair(10)',
      'lsa',
      'lsa > onnx-bert-pair(10)',
    ]);
    for (const system of [plain, short, twice]) {
      const alone = (await run([...flags, '--system', system])).records[1];
      const { fingerprint, spec, facts } = byName.get(alone.name)!;
      expect({ fingerprint, spec }).toEqual({ fingerprint: alone.fingerprint, spec: alone.spec });
      // Tokens are those that were really read: cached scores cost nothing.
      const counts = ({ reranking: { tokens: _, ...rest } }: { reranking: { tokens?: number } }) => rest;
      expect(counts(facts)).toEqual(counts(alone.facts));
    }
  });

  it('of which a model leaves questions unanswered says so, fails, and is run again when told to', async () => {
    const at = await desk();
    at.server.always((_, sampleIndex) => (sampleIndex <= ALL.length ? { refusal: 'no' } : undefined));
    at.server.answer(() => '[2] > [1]');
    const llm = `served:${at.server.origin}/v1#tiny`;
    const out = temporaryFolder();
    const flags = ['run', '--data', at.data, '--system', `bm25 > listwise(${llm}, 4)`, '--out', out];
    const env = { R2MED_HOME: join(at.home, 'r2med') };
    const first = await r2med(flags, { env });
    expect(first.code).toBe(1);
    expect(first.stderr).toContain('8 of 8 queries keep the first-stage order');
    expect(first.stderr).toContain('calls of a reranker without an answer: 8 (refused: ');
    expect(first.stderr).toMatch(/Fix: r2med run .*--retry-failed/);
    const second = await r2med([...flags, '--retry-failed'], { env });
    expect(second.code).toBe(0);
    expect(second.stderr).not.toContain('keep the first-stage order');
  });

  it.each([
    ['bm25 > nothing(10)', 'unknown stage after a retriever "nothing"'],
    ['bm25 > bge-reranker(0)', 'a whole number from 1'],
    ['bm25 > bge-reranker(10, 20)', 'one depth at most'],
    ['bm25 > bge-reranker(10, window=3)', 'unknown setting of bge-reranker "window"'],
    ['bm25 > listwise(100)', 'who reranks, as listwise(gpt4, 100)'],
    ['bm25 > setwise(gpt4, window=3)', 'unknown setting of setwise "window"'],
  ])('%s is refused', async (system, said) => {
    const { code, stderr } = await r2med(
      ['run', '--suite', 'sample', '--task', 'Biology', '--system', system],
      { env: { OPENAI_API_KEY: 'none' } },
    );
    expect(stderr).toContain(said);
    expect(stderr).not.toContain('done in');
    expect(code).toBe(2);
  });

  it('without its model on this machine says how to bring it', async () => {
    const flags = [
      'run',
      '--suite',
      'sample',
      '--task',
      'Biology',
      '--offline',
      '--system',
      'bm25 > bge-reranker(10)',
    ];
    const { code, stderr } = await r2med(flags);
    expect(stderr).toContain('onnx-community/bge-reranker-v2-m3-ONNX are not on this machine\n  Fix: ');
    expect(code).toBe(1);
  });
});

describe('fusion and experiments', () => {
  it('--fuse is a system that parses back', async () => {
    const flags = ['--suite', 'sample', '--task', 'Biology', '--fuse', 'rrf@100:bm25,lsa'];
    const { records } = await run(flags);
    expect(records[0]).toMatchObject({ name: 'rrf(bm25, lsa, k=100)', system: 'rrf-bm25-lsa-k-100' });
  });

  it('an experiment goes on after a failure, shows what is done, and is taken up again', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'e.json');
    const { writeFileSync } = await import('node:fs');
    const experiment = { suite: 'sample', tasks: ['Biology'], systems: ['bm25', 'stored:nowhere', 'lsa'] };
    writeFileSync(file, JSON.stringify(experiment));
    const out = join(folder, 'out');
    const first = await r2med(['run', '--experiment', file, '--out', out]);
    expect(first.code).toBe(1);
    expect(first.stderr).toContain('1 of 3 runs failed');
    expect(first.stdout).toMatch(/bm25[\s\S]*lsa|lsa[\s\S]*bm25/);
    const second = await r2med(['run', '--experiment', file, '--out', out]);
    expect(second.stderr).toContain('Biology: bm25 was there already');
  });

  it('an experiment and a system of the command line do not go together', async () => {
    const { code, stderr } = await r2med(['run', '--experiment', 'e.yaml', '--depth', '10']);
    expect(stderr).toContain('--experiment and --depth');
    expect(code).toBe(2);
  });
});

describe('before the first system runs', () => {
  const flags = ['--suite', 'sample', '--task', 'Biology', '--retriever', 'bm25'];

  it.each([
    ['a missing key', ['--reranker', 'cohere-rerank-v4.0-pro'], 1, 'has no back end at hand'],
    ['a wrong address', ['--reranker', 'served:localhost#tiny'], 2, '"localhost" is not a server address'],
    [
      'a wrong address of a registered reranker',
      ['--reranker', 'bge-reranker', '--reranker-endpoint', 'gpu1'],
      2,
      '"gpu1" is not a server address',
    ],
    ['a missing key of an LLM', ['--reranker', 'listwise(gpt-4.1)'], 1, 'set a key'],
  ])('%s of the last system ends the command', async (_, reranker, exit, message) => {
    const { code, stderr, out } = await run([...flags, ...reranker]);
    expect([code, stderr]).toEqual([exit, expect.stringContaining(message)]);
    expect(readdirSync(out)).toEqual([]);
  });
});
