import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startChatServer } from '../support/chat-server.js';
import { temporaryFolder } from '../support/command.js';
import { r2med } from '../support/in-process.js';
import { jsonl, writtenFolder } from '../support/written-folder.js';

const NAMES = ['gout', 'scurvy', 'rickets', 'malaria'];

const EXAM = jsonl(
  ...NAMES.map((name, i) => ({
    qid: name,
    question: `A patient of ${20 + i} years has the signs of case ${i}. Which of the following is it?`,
    options: { A: name, B: 'health' },
    key: 'A',
  })),
);
const MAPPING =
  'family: exam\nfiles: exam.jsonl\nsource: Own exam\nlicence: CC0-1.0\nfields: {id: qid, text: question, options: options, answer: key}\n';

/** A plan whose steps ask a model behind HTTP. */
const bench = async () => {
  const server = await startChatServer();
  onTestFinished(() => server.close());
  server.answer((messages) =>
    messages.at(-1)!.content.startsWith('You sort')
      ? '- Reason: so\n- Class: diagnosis / disease\n- Body system: Other / NA'
      : '- Reason: so\n- Label: pass',
  );
  const plan = [
    `respondents: { model: { llm: 'served:${server.origin}/v1#tiny' } }`,
    'work: work',
    'steps:',
    '  collect: { mapping: [exam.yaml] }',
    '  classify: { llm: model }',
    '  filter: { llm: model }',
    '',
  ].join('\n');
  const folder = writtenFolder({ 'exam.jsonl': EXAM, 'exam.yaml': MAPPING, 'plan.yaml': plan });
  const home = temporaryFolder();
  const options = { cwd: folder, env: { HOME: home, R2MED_HOME: join(home, 'r2med') } };
  return {
    server,
    folder,
    all: (...more: readonly string[]) => r2med(['build', 'all', '--plan', 'plan.yaml', ...more], options),
  };
};

describe('r2med build all with a model', () => {
  it('says what all of it costs before the first call, and then costs no more', async () => {
    const { all, server } = await bench();
    const planned = await all('--dry-run', '--json');
    expect(server.requests).toHaveLength(0);
    const calls = (JSON.parse(planned.stdout) as { plan?: { calls: number } }[]).map(
      (each) => each.plan?.calls,
    );
    expect(calls).toEqual([undefined, 4, 4]);
    const { code, stderr } = await all();
    expect(code).toBe(0);
    expect(stderr.indexOf('build all: 3 steps, 0 done; at most 8 new calls')).toBeGreaterThanOrEqual(0);
    expect(stderr.indexOf('build all:')).toBeLessThan(stderr.indexOf('build classify:'));
    expect(server.requests).toHaveLength(8);
    expect((await all()).stderr).toContain('build all: 3 steps, 3 done; no new calls');
    expect(server.requests).toHaveLength(8);
  });

  it('counts the calls of steps that other settings or other input make it do again', async () => {
    const { all, folder } = await bench();
    await all();
    const calls = async (...flags: readonly string[]) =>
      (
        JSON.parse((await all('--dry-run', '--json', ...flags)).stdout) as {
          state: string;
          atMost: boolean;
          plan?: { calls: number };
        }[]
      ).map(({ state, atMost, plan }) => [state, atMost, plan?.calls]);
    const done = ['done', false, undefined];
    expect(await calls()).toEqual([done, done, done]);
    expect(await calls('--overwrite', '--temperature', '0.9')).toEqual([
      done,
      ['open', false, 4],
      ['open', true, 4],
    ]);
    writeFileSync(
      join(folder, 'exam.jsonl'),
      EXAM + EXAM.split('\n')[0]!.replaceAll('gout', 'croup').replace('20', '30'),
    );
    expect(await calls()).toEqual([
      ['open', false, undefined],
      ['open', true, 1],
      ['open', true, 1],
    ]);
  });

  it('keeps to one budget for all steps, and more money asks only what is missing', async () => {
    const { all, server, folder } = await bench();
    const short = ['--max-tokens', '60', '--concurrency', '1'];
    const rich = await (await bench()).all('--json', ...short);
    const [, first, second] = (
      JSON.parse(rich.stdout) as { usage?: { tokensIn: number; tokensOut: number } }[]
    ).map(({ usage }) => (usage ? usage.tokensIn + usage.tokensOut : 0));
    // Enough for the first of two steps that ask, and a little too few for both.
    const tokens = first! + second! - 1;
    writeFileSync(
      join(folder, 'plan.yaml'),
      `budget: { tokens: ${tokens} }\n${readFileSync(join(folder, 'plan.yaml'), 'utf8')}`,
    );
    const poor = await all(...short);
    expect(poor).toMatchObject({ code: 1, stderr: expect.stringContaining('budget') });
    const asked = server.requests.length;
    expect(asked).toBeGreaterThanOrEqual(4);
    expect(asked).toBeLessThan(8);
    expect(poor.stderr).toContain('build classify: done');
    expect(await all('--budget-tokens', '1000000', ...short)).toMatchObject({ code: 0 });
    expect(server.requests).toHaveLength(8);
  });

  it('names the plan whose LLM nobody knows', async () => {
    const { all, folder } = await bench();
    const file = join(folder, 'plan.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/served:[^']+/, 'nobody'));
    expect(await all('--dry-run')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('plan.yaml: unknown LLM "nobody"'),
    });
  });

  it('names the line of a plan that cannot be done', async () => {
    const { all, folder } = await bench();
    const file = join(folder, 'plan.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace('filter: { llm', 'filter: { lm'));
    const { code, stderr } = await all();
    expect(code).toBe(2);
    expect(stderr).toContain('plan.yaml:6: steps.filter: unknown "lm"');
    expect(stderr).toContain('did you mean "llm"?');
  });
});
