import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BatchServer, startBatchServer } from '../support/batch-server.js';
import { type Called, startR2med, temporaryFolder } from '../support/command.js';
import { r2med } from '../support/in-process.js';
import { jsonl } from '../support/written-folder.js';

let server: BatchServer;
let env: Readonly<Record<string, string>>;
let out: string;
beforeAll(async () => {
  server = await startBatchServer();
});
afterAll(() => server.close());
beforeEach(() => {
  const home = temporaryFolder();
  out = join(home, 'out');
  env = {
    OPENAI_API_KEY: 'a-key-of-a-test-server',
    OPENAI_BASE_URL: `${server.origin}/v1`,
    R2MED_HOME: join(home, 'r2med'),
  };
  server.answer((text) => ({ text: `7 is what I say to ${text.length} letters` }));
});

const NAMES = ['gout', 'lupus', 'measles', 'scurvy'];
const FILES = {
  'corpus.jsonl': jsonl(
    ...Array.from({ length: 120 }, (_, i) => ({
      id: `d${i}`,
      text: `${NAMES[i % 4]} and what is known of it, part ${i}.`,
    })),
  ),
  'query.jsonl': jsonl(...NAMES.map((name) => ({ id: `q-${name}`, text: `What of ${name}?`, answer: name }))),
  'qrels.jsonl': jsonl(...NAMES.map((name, i) => ({ q_id: `q-${name}`, p_id: `d${i}`, score: 1 }))),
};
const data = join(temporaryFolder(), 'task');
beforeAll(() => {
  mkdirSync(data);
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(data, name), text);
});

const GENERATE = ['generate', '--data', data, '--method', 'hyde', '--llm', 'gpt-5.4-nano'];
const generate = (...args: readonly string[]): Promise<Called> =>
  r2med([...GENERATE, '--out', out, '--quiet', ...args], { env });
const submitted = (from: number): readonly number[] =>
  server.batches.slice(from).map(({ requests }) => requests.length);

describe('--batch-api', () => {
  it('generates in one batch, at half the price that a dry run names', async () => {
    const before = server.batches.length;
    const plan = async (...args: readonly string[]): Promise<number> =>
      JSON.parse((await generate('--dry-run', '--json', '--max-tokens', '100', ...args)).stdout)[0].plan
        .likely.usd;
    expect(await plan('--batch-api')).toBeCloseTo((await plan()) / 2, 9);
    const text = await generate('--dry-run', '--max-tokens', '100', '--batch-api');
    expect(text.stdout).toContain('in batches at 50 % of the price');
    const { code, stdout, stderr } = await generate('--batch-api', '--json');
    expect([code, stderr]).toEqual([0, '']);
    expect(submitted(before)).toEqual([4]);
    const [{ usage }] = JSON.parse(stdout);
    // 0.2 and 1.25 dollars for a million tokens; a call takes 100 in and 50 out.
    expect(usage.usd).toBeCloseTo((4 * (100 * 0.2 + 50 * 1.25)) / 2e6, 12);
    expect(usage.seconds).toBeUndefined();
    // The texts are the same calls without the flag, and cost what they did.
    const again = await r2med([...GENERATE, '--out', `${out}-2`, '--quiet', '--json'], { env });
    expect(JSON.parse(again.stdout)[0].usage.usd).toBe(usage.usd);
    expect([submitted(before), server.live]).toEqual([[4], []]);
  });

  it('judges, reranks and embeds in batches', async () => {
    await generate('--batch-api');
    const before = server.batches.length;
    const made = ['--data', data, '--quiet', '--batch-api'];
    server.answer(() => ({ text: '- Model answer: gout\n- Correctness: True\n- Explanation: so it is' }));
    const judge = ['--gar', 'hyde', '--llm', 'gpt-5.4-nano', '--generations', out, '--judge', 'gpt-5.4-nano'];
    const judged = await r2med(['judge', ...made, ...judge, '--out', out, '--json'], { env });
    expect([judged.code, judged.stderr]).toEqual([0, '']);
    expect(submitted(before)).toEqual([4]);
    server.answer((text) => ({
      text: `${[...text].reduce((sum, each) => sum + each.charCodeAt(0), 0) % 10}`,
    }));
    const system = ['--system', 'bm25 > pointwise(gpt-5.4-nano, 5)'];
    const run = await r2med(['run', ...made, ...system, '--out', `${out}-run`], { env });
    expect([run.code, run.stderr]).toEqual([0, '']);
    expect(submitted(before)).toEqual([4, 20]);
    const model = ['--retriever', 'text-embedding-3-small', '--out', `${out}-v`];
    const embedded = await r2med(['embed', ...made, ...model], { env });
    expect([embedded.code, embedded.stderr]).toEqual([0, '']);
    expect(submitted(before)).toEqual([4, 20, 120]);
  });

  it('says which services have batches', async () => {
    const called = await r2med([...GENERATE.slice(0, -1), 'deepseek-flash', '--batch-api', '--quiet'], {
      env: { ...env, DEEPSEEK_API_KEY: 'x' },
    });
    expect(called).toMatchObject({ code: 2, stderr: expect.stringContaining('openai, anthropic, gemini') });
    const own = ['served:http://127.0.0.1:9/v1#m', '--batch-api', '--quiet'];
    expect((await r2med([...GENERATE.slice(0, -1), ...own], { env })).code).toBe(2);
    const run = ['run', '--data', data, '--retriever', 'bm25', '--no-cache', '--batch-api'];
    expect((await r2med(run, { env })).stderr).toContain('leave out --no-cache');
  });

  it.each(['SIGINT', 'SIGKILL'] as const)(
    'is left by %s, and taken up by the same command',
    async (signal) => {
      const [before, live] = [server.batches.length, server.live.length];
      server.hold();
      const call = startR2med([...GENERATE, '--out', out, '--batch-api'], { env });
      await call.said('Ctrl-C leaves them there');
      call.kill(signal);
      expect((await call.done).code).not.toBe(0);
      server.letGo();
      const without = await generate('--dry-run');
      expect(without.code).toBe(0);
      const waits = await r2med([...GENERATE, '--dry-run'], { env });
      expect(waits.stderr).toContain('4 calls of earlier commands wait in batches');
      expect(await generate('--batch-api')).toMatchObject({ code: 0 });
      expect(submitted(before)).toEqual([4]);
      expect(server.live.length).toBe(live);
    },
  );
});
