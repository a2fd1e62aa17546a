import { describe, expect, it } from 'vitest';
import { desk, eightQueries } from '../support/generating.js';
import { r2med } from '../support/in-process.js';

describe('before anything is asked', () => {
  it('a prompt is shown without a model or a key', async () => {
    const args = ['generate', '--data', eightQueries(), '--method', 'hyde', '--show-prompt'];
    const { code, stdout, stderr } = await r2med(args);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('### eight, query q-gout');
    expect(stdout).toContain('What of gout, please?');
    const other = await r2med([...args, '--query', 'q-scurvy', '--json']);
    expect(JSON.parse(other.stdout)).toMatchObject([{ query: 'q-scurvy' }]);
    expect((await r2med([...args, '--query', 'none'])).code).toBe(2);
  });

  it.each(['query2doc', 'lamer', 'search-o1', 'search-r1', 'diagnose', 'feedback', 'align'])(
    '%s shows its prompt too',
    async (method) => {
      const args = ['generate', '--data', eightQueries(), '--method', method, '--show-prompt'];
      const { code, stdout } = await r2med(args);
      expect([code, stdout]).toEqual([0, expect.stringContaining('What of gout, please?')]);
    },
  );

  it('a plan counts calls, tokens, dollars and time, and what is cached already', async () => {
    const at = await desk();
    await at.generate('--max-queries', '3');
    at.asked();
    const { code, stdout } = await at.generate(
      '--dry-run',
      '--json',
      '--price',
      '1,10',
      '--concurrency',
      '2',
    );
    const [{ plan }] = JSON.parse(stdout);
    expect([code, at.asked()]).toEqual([0, []]);
    expect(plan).toMatchObject({
      queries: 8,
      known: 8,
      kept: 3,
      concurrency: 2,
      likely: { calls: 5, tokensOut: 2000 },
    });
    expect(plan.likely.usd).toBeCloseTo((plan.likely.tokensIn + 20_000) / 1e6, 9);
    expect(plan.likely.seconds).toBe(2000 / 50 / 2);
    const table = await at.generate('--dry-run');
    expect(table.stdout).toMatch(/eight +8 +8 +3 +5/);
  });

  it('a plan needs no key and no server', async () => {
    const args = ['generate', '--data', eightQueries(), '--method', 'hyde', '--dry-run', '--llm'];
    for (const llm of ['gpt4', 'qwen-7b']) expect((await r2med([...args, llm])).code).toBe(0);
    const { code, stderr } = await r2med([...args, 'sample-writer']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('sample-writer is not a model')]);
  });

  it.each([
    [['--method', 'hyd', '--llm', 'gpt4'], 'did you mean "hyde"'],
    [['--llm', 'gpt4'], 'add --method hyde'],
    [['--method', 'hyde'], 'no LLM'],
    [['--method', 'hyde', '--llm', 'gpt5x'], 'gpt5x'],
    [['--method', 'hyde', '--llm', 'gpt4', '--price', '3'], 'expected two amounts'],
    [['--method', 'hyde', '--llm', 'gpt4', '--top-p', '2'], 'expected a number from 0 to 1'],
    [['--method', 'hyde', '--gar', 'lamer', '--llm', 'gpt4'], '--method hyde and --gar lamer'],
    [['--method', 'hyde', '--llm', 'gpt4', '--query', 'q-gout'], '--query without --show-prompt'],
    [['--method', 'hyde', '--show-prompt', '--query', 'none'], 'expected an id such as "q-gout"'],
    [['--method', 'hyde', '--llm', 'gpt4', '--max-candidates', '2'], '--max-candidates for hyde'],
    [
      ['--method', 'feedback', '--llm', 'gpt4', '--agent-corpus', '.'],
      '--agent-corpus for feedback; expected this flag only with search-o1, search-r1',
    ],
  ])('bad usage is exit 2: %s', async (args, said) => {
    const { code, stderr } = await r2med(['generate', '--data', eightQueries(), ...args]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(said)]);
  });
});
