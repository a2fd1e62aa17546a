import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../support/command.js';
import { startEmbeddingServer } from '../support/embedding-server.js';
import { COMMAND, desk, fourDocuments, MODULE, onText, VECTOR } from '../support/failing-model.js';
import { r2med } from '../support/in-process.js';

/** A record without what may differ between two runs that came to the same. */
const lasting = (record: Record<string, unknown> & { facts: Record<string, unknown> }) => {
  const { timings: _, provenance: __, cost: ___, facts, ...rest } = record;
  const { embedded: ____, embedSeconds: _____, searchSeconds: ______, embedder: _______, ...counted } = facts;
  return { ...rest, facts: counted };
};

describe('a model that fails on every text', () => {
  it.each([
    ['module', MODULE(`throw new Error('no GPU');`)],
    ['command', COMMAND(`console.log(JSON.stringify({ id, error: 'no GPU' })); break;`)],
  ] as const)(
    'as a %s is no result, says why, and is tried again by the same command',
    async (kind, source) => {
      const at = desk(source, kind);
      const system = kind === 'module' ? 'model' : 'node';
      for (const more of [[], ['--retry-failed'], ['--overwrite']]) {
        const { code, stdout, stderr } = await at.run('--quiet', ...more);
        expect([code, stdout]).toEqual([1, '']);
        expect(stderr).toMatch(/does not answer: .*no GPU/);
        expect(at.keeps(system)).toBe(false);
      }
      at.repair();
      const { code } = await at.run();
      expect([code, at.kept(system).record.incomplete]).toEqual([0, undefined]);
    },
  );

  it('served, with fewer than twenty texts, is no result either', async () => {
    const server = await startEmbeddingServer();
    onTestFinished(() => server.close());
    server.always(() => ({ status: 422, body: '{"error":{"message":"no such model"}}' }));
    const out = temporaryFolder();
    const flags = [
      'run',
      '--data',
      fourDocuments(),
      '--retriever',
      `served:${server.origin}/v1#tiny`,
      '--out',
      out,
    ];
    const { code, stderr } = await r2med([...flags, '--quiet']);
    expect(code).toBe(1);
    expect(stderr).toContain('no such model');
    expect(existsSync(join(out, 'served-tiny'))).toBe(false);
  });

  it('on every query, though on no document, is no result', async () => {
    const at = desk(
      `export const embed = async (texts, role) => {
        if (role === 'query') throw new Error('no queries');
        return texts.map(${VECTOR});
      };`,
    );
    const { code, stderr } = await at.run('--quiet');
    expect([code, at.keeps('model')]).toEqual([1, false]);
    expect(stderr).toContain('no query found anything, since work failed: queries without a vector: 2');
  });
});

describe('a result of which something failed', () => {
  it.each([
    ['a module throws', 'module', MODULE(onText('thyroid', `throw new Error('a bad text')`)), 'a bad text'],
    [
      'a command refuses',
      'command',
      COMMAND(
        onText('thyroid', `{ console.log(JSON.stringify({ id, error: 'a bad text' })); continue; }`),
      ).replace(
        'for (const text of texts) if (isBroken()) {',
        `const text = texts.find((each) => each.includes('thyroid')) ?? ''; if (isBroken()) {`,
      ),
      'a bad text',
    ],
  ] as const)(
    'where %s is incomplete, and completed by the same command',
    async (_, kind, source, reason) => {
      const system = kind === 'module' ? 'model' : 'node';
      const whole = desk(source, kind);
      whole.repair();
      expect((await whole.run()).code).toBe(0);

      const at = desk(source, kind);
      const first = await at.run('--quiet');
      expect(first.code).toBe(1);
      expect(first.stderr).toContain('1 of 1 results is incomplete, since work failed');
      expect(first.stderr).toContain(`documents without a vector: 1 (`);
      expect(first.stderr).toContain(reason);
      expect(first.stdout).toMatch(/\(\d+\.\d\d\)\n\n\(…\): incomplete/);
      expect(at.kept(system).record.incomplete).toEqual({
        'documents without a vector': { count: 1, reason: expect.stringContaining(reason) },
      });

      at.repair();
      const second = await at.run();
      expect([second.code, second.stderr.includes('was there already')]).toEqual([0, false]);
      const [completed, undisturbed] = [at.kept(system), whole.kept(system)];
      expect([completed.run, completed.queries]).toEqual([undisturbed.run, undisturbed.queries]);
      const places = ({ record }: typeof completed) => {
        const {
          task: { suite: _suite, notes: _notes, ...rest },
          spec: _spec,
          fingerprint: _print,
          seal: _seal,
          ...others
        } = lasting(record) as unknown as { task: Record<string, unknown> } & Record<string, unknown>;
        return { ...others, task: rest };
      };
      expect(places(completed)).toEqual(places(undisturbed));
      expect((await at.run()).stderr).toContain('was there already');
    },
  );

  it('where a command dies half-way caches what was made, for the next run', async () => {
    const oneByOne = `console.log(JSON.stringify({ r2med: 1, batchSize: 1 }));`;
    const at = desk(
      COMMAND(onText('breath', 'process.exit(3)')).replace('for await', `${oneByOne}\nfor await`),
      'command',
    );
    const { code, stderr } = await at.run('--quiet');
    expect([code, at.keeps('node')]).toEqual([1, false]);
    expect(stderr).toContain('documents without a vector: 1 (the command exited with code 3)');
    expect(stderr).toContain('queries without a vector: 2 (the command exited with code 3)');
    at.repair();
    expect((await at.run()).code).toBe(0);
    expect(at.kept('node').record).toMatchObject({ scores: { 'nDCG@10': 1 }, facts: { embedded: 1 } });
    expect(at.kept('node').record).not.toHaveProperty('incomplete');
  });

  it('where a server answers 500 for one text is completed when it is well again', async () => {
    const server = await startEmbeddingServer();
    onTestFinished(() => server.close());
    const broken = (texts: readonly string[]) => texts.some((text) => text.includes('thyroid'));
    server.always((texts) =>
      broken(texts) ? { status: 500, body: '{"error":"out of memory"}' } : undefined,
    );
    const [data, out, home] = [fourDocuments(), temporaryFolder(), temporaryFolder()];
    const flags = ['run', '--data', data, '--retriever', `served:${server.origin}/v1#tiny`, '--out', out];
    const env = { R2MED_HOME: home };
    const first = await r2med([...flags, '--json'], { env });
    expect(first.code).toBe(1);
    expect(JSON.parse(first.stdout)).toMatchObject({
      rows: [{ scores: {}, missingTasks: ['task'], incomplete: { task: expect.any(Number) } }],
      records: [{ incomplete: { 'documents without a vector': { count: 1 } } }],
    });
    server.always(() => undefined);
    const asked = server.requests.length;
    expect((await r2med(flags, { env })).code).toBe(0);
    // Before the missing vector is mixed with cached ones, three of those are compared with what the server gives now.
    const texts = server.requests.slice(asked).flatMap((request) => request.texts);
    expect([texts.length, texts.at(-1)]).toEqual([4, 'Too little thyroid hormone slows the body.']);
  }, 120_000);

  it('is replaced by one with other settings, since nothing complete is lost', async () => {
    const at = desk(MODULE(onText('thyroid', `throw new Error('a bad text')`)));
    expect((await at.run()).code).toBe(1);
    at.rewrite(`export const embed = (texts) => texts.map(${VECTOR});`);
    expect((await at.run()).code).toBe(0);
  });

  it('in a fused system is incomplete as well', async () => {
    const at = desk(MODULE(onText('thyroid', `throw new Error('a bad text')`)));
    const { code, stdout } = await r2med([
      ...['run', '--data', at.data, '--system', `rrf(bm25, ${at.retriever})`, '--out', at.out, '--json'],
    ]);
    expect(code).toBe(1);
    expect(JSON.parse(stdout).records[0].incomplete).toMatchObject({
      'documents without a vector': { count: 1 },
    });
  });
});

describe('an incomplete result', () => {
  const faulty = async () => {
    const at = desk(MODULE(onText('thyroid', `throw new Error('a bad text')`)));
    expect((await at.run('--retriever', 'bm25')).code).toBe(1);
    return at;
  };

  it('is shown by leaderboard and counted only when that is asked', async () => {
    const at = await faulty();
    const shown = await r2med(['leaderboard', '--results', at.out]);
    expect(shown.code).toBe(0);
    expect(shown.stdout).toMatch(/model .*\(100\.00\)/);
    expect(shown.stderr).toContain('task: model: documents without a vector: 1');
    const rows = async (...more: readonly string[]) =>
      JSON.parse((await r2med(['leaderboard', '--results', at.out, '--json', ...more])).stdout).rows as {
        system: string;
        mean?: number;
      }[];
    expect((await rows()).find(({ system }) => system === 'model')).not.toHaveProperty('mean');
    expect((await rows('--include-incomplete')).find(({ system }) => system === 'model')).toMatchObject({
      mean: 1,
      incomplete: { task: 1 },
    });
  });

  it('is refused by compare and fails a gate, unless it is to be counted', async () => {
    const at = await faulty();
    const compare = ['compare', 'bm25', 'model', '--results', at.out, '--quiet'];
    const refused = await r2med(compare);
    expect([refused.code, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toMatch(
      /only incomplete results:\n {2}task: model: .*\n {2}Fix: .*--include-incomplete/,
    );
    expect((await r2med([...compare, '--fail-if-worse', 'nDCG@10'])).code).toBe(1);
    const asked = await r2med([...compare, '--include-incomplete', '--fail-if-worse', 'nDCG@10']);
    expect(asked.code).toBe(0);
    expect(asked.stdout).toContain('Counted, although incomplete');
  });

  it('is left out of efficiency and agreement', async () => {
    const at = await faulty();
    const suite = JSON.parse(readFileSync(join(at.out, 'model', 'task', 'record.json'), 'utf8')).task.suite;
    const efficiency = await r2med(['nano', 'efficiency', '--data', suite, '--out', at.out]);
    expect(efficiency.code).toBe(2);
    expect(efficiency.stderr).toContain('task: model: documents without a vector');
    const agreement = await r2med(['nano', 'agreement', at.out, at.out]);
    expect(agreement.stderr).toContain('task: model: documents without a vector');
  });
});
