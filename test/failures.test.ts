import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Called, r2med as r2medProcess, temporaryFolder } from './command.js';
import { startEmbeddingServer } from './embedding-server.js';
import { r2med } from './in-process.js';
import { jsonl, writtenFolder } from './written-folder.js';

const task = (): string =>
  writtenFolder({
    'corpus.jsonl': jsonl(
      { id: 'gout', text: 'Urate crystals inflame a joint.' },
      { id: 'anaemia', text: 'Iron deficiency lowers haemoglobin.' },
      { id: 'thyroid', text: 'Too little thyroid hormone slows the body.' },
      { id: 'apnoea', text: 'Pauses of breath at night.' },
    ),
    'query.jsonl': jsonl(
      { id: 'q1', text: 'urate crystals in a joint' },
      { id: 'q2', text: 'iron deficiency' },
    ),
    'qrels.jsonl': jsonl({ q_id: 'q1', p_id: 'gout', score: 1 }, { q_id: 'q2', p_id: 'anaemia', score: 1 }),
  });

/** Letters of a text as its vector. */
const VECTOR = `(text) => [...'abcdefghijklmnopqrstuvwxyz'].map((letter) => text.toLowerCase().split(letter).length - 0.9)`;

/** Says that the model is broken as long as a file `broken` is next to it: a repair does not change its content. */
const BROKEN = `import { existsSync } from 'node:fs';
const isBroken = () => existsSync(new URL('./broken', import.meta.url));
const vectorOf = ${VECTOR};
`;

const MODULE = (fault: string): string => `${BROKEN}
export const embed = async (texts) => {
  for (const text of texts) if (isBroken()) { ${fault} }
  return texts.map(vectorOf);
};`;

const COMMAND = (fault: string): string => `${BROKEN}
import { createInterface } from 'node:readline';
for await (const line of createInterface({ input: process.stdin })) {
  const { id, texts } = JSON.parse(line);
  for (const text of texts) if (isBroken()) { ${fault} }
  console.log(JSON.stringify({ id, vectors: texts.map(vectorOf) }));
}`;

const onText = (word: string, then: string): string => `if (text.includes('${word}')) ${then};`;

/** A model in a folder of its own, a task, and one place for results and caches. */
const desk = (source: string, kind: 'module' | 'command' = 'module') => {
  const folder = writtenFolder({ 'model.mjs': source, broken: '' }, 'model');
  const file = join(folder, 'model.mjs');
  const retriever = kind === 'module' ? `module:${file}` : `command:"${process.execPath} ${file}"`;
  const [data, out, home] = [task(), temporaryFolder(), temporaryFolder()];
  return {
    data,
    out,
    retriever,
    repair: () => rmSync(join(folder, 'broken')),
    rewrite: (text: string) => writeFileSync(file, text),
    run: (...more: readonly string[]): Promise<Called> =>
      r2med(['run', '--data', data, '--retriever', retriever, '--out', out, ...more], {
        env: { R2MED_HOME: home },
      }),
    /** The files of the only result. */
    kept: (system: string) => {
      const read = (name: string): string => readFileSync(join(out, system, 'task', name), 'utf8');
      return {
        record: JSON.parse(read('record.json')),
        run: read('run.trec'),
        queries: read('queries.jsonl'),
      };
    },
    keeps: (system: string): boolean => existsSync(join(out, system, 'task', 'record.json')),
  };
};

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
        expect(stderr).toMatch(/none of the 4 documents could be embedded: .*no GPU/);
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
    const flags = ['run', '--data', task(), '--retriever', `served:${server.origin}/v1#tiny`, '--out', out];
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
    const [data, out, home] = [task(), temporaryFolder(), temporaryFolder()];
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

describe('a module', () => {
  const GOOD = `export const embed = (texts) => texts.map(${VECTOR});`;
  /** Without a limit of the environment, which would count for loading the module too. */
  const run = (source: string, timeout?: string) => {
    const file = join(writtenFolder({ 'model.mjs': source }, 'model'), 'model.mjs');
    const flags = ['run', '--data', task(), '--retriever', `module:${file}`, '--out', temporaryFolder()];
    return r2medProcess(flags, { env: { ...(timeout && { R2MED_MODEL_TIMEOUT: timeout }) } });
  };

  it.each([
    ['whose top-level await never ends', `await new Promise(() => {}); ${GOOD}`, 'was not loaded', '0.2'],
    [
      'whose embed never returns',
      'export const timeout = 0.2; export const embed = () => new Promise(() => {});',
      'embed did not return within 200 ms',
      undefined,
    ],
    [
      'that ends the process',
      'export const embed = () => process.exit(0);',
      'ended before the work did',
      undefined,
    ],
    [
      'that throws in a timer',
      `export const embed = () => new Promise(() => setTimeout(() => { throw new Error('late'); }));`,
      'r2med: Error: late, which no function returned\n    at ',
      undefined,
    ],
    [
      'that does not await a promise that fails',
      `export const embed = () => { Promise.reject(new Error('lost')); return new Promise(() => {}); };`,
      'r2med: Error: lost, which no function returned\n    at ',
      undefined,
    ],
  ])('%s is an error with a name and an end', async (_, source, said, timeout) => {
    const { code, stdout, stderr } = await run(source, timeout);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(said);
    expect(stderr).toContain('Fix: ');
  });

  it.each([
    [
      'whose close never returns',
      'export const close = () => new Promise(() => {});',
      'close did not return',
    ],
    [
      'whose close throws',
      `export const close = () => { throw new Error('stuck'); };`,
      'close failed (Error: stuck)',
    ],
    ['that leaves a timer running', 'setInterval(() => {}, 1000);', ''],
    [
      'that leaves a server listening',
      `import { createServer } from 'node:http'; createServer().listen(0, '127.0.0.1');`,
      '',
    ],
  ])('%s has its result all the same', async (_, source, said) => {
    const { code, stdout, stderr } = await run(`${GOOD}\n${source}`);
    expect(code).toBe(0);
    expect(stdout).toContain('100.00');
    expect(stderr).toContain(said);
  });

  it.each([
    ['all zero', 'texts.map(() => [0, 0])'],
    ['all the same', 'texts.map(() => [1, 2])'],
  ])('whose vectors are %s is told so, on screen and in the record', async (said, vectors) => {
    const { code, stderr } = await run(`export const embed = (texts) => ${vectors};`);
    expect(code).toBe(0);
    expect(stderr).toContain(`model: the vectors of the documents are ${said}: check the model`);
    expect(stderr).toContain(`model: the vectors of the queries are ${said}: check the model`);
  });

  it('with a time limit that is no number is refused', async () => {
    const { code, stderr } = await run(GOOD, 'soon');
    expect([code, stderr.split('\n')[0]]).toEqual([
      2,
      'r2med: R2MED_MODEL_TIMEOUT=soon; expected seconds, a number above 0',
    ]);
  });
});

it('a command that ignores SIGTERM and holds its output open is ended', async () => {
  const at = desk(
    `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);
     console.log(JSON.stringify({ r2med: 1, timeout: 0.3 }));
     import { createInterface } from 'node:readline';
     createInterface({ input: process.stdin }).on('line', (line) => {
       const { id, texts } = JSON.parse(line);
       console.log(JSON.stringify({ id, vectors: texts.map(${VECTOR}) }));
     });`,
    'command',
  );
  const { code, stderr } = await r2med([
    ...['run', '--data', at.data, '--retriever', at.retriever, '--out', at.out],
  ]);
  expect(code).toBe(0);
  expect(stderr).toContain('[node] has not ended 300 ms after its input did: SIGTERM');
  expect(stderr).toContain('SIGKILL');
}, 60_000);
