import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type ChatServer, startChatServer } from '../support/chat-server.js';
import { startR2med, temporaryFolder } from '../support/command.js';
import { rows } from '../support/generating.js';
import { r2med } from '../support/in-process.js';
import { jsonl, writtenFolder } from '../support/written-folder.js';

const NAMES = ['gout', 'scurvy', 'rickets', 'malaria', 'tetanus', 'cholera'];

const EXAM = jsonl(
  ...NAMES.map((name, i) => ({
    qid: `q-${name}`,
    question: `A patient of ${20 + i} years has the signs of case ${i}. Which of the following is it?`,
    options: { A: name, B: 'health' },
    key: 'A',
  })),
);
const MAPPING =
  'family: exam\nfiles: exam.jsonl\nsource: Own exam\nlicence: CC0-1.0\nfields: {id: qid, text: question, options: options, answer: key}\n';

/** What a model says to each step; it depends on the prompt alone. */
const answerTo = (prompt: string): string => {
  const [, name = ''] = /<answer>\n(.*)\n<\/answer>/.exec(prompt) ?? [];
  const [, question = ''] = /<question>\n([\s\S]*?)\n<\/question>/.exec(prompt) ?? [];
  if (prompt.startsWith('You sort'))
    return '- Reason: so\n- Class: diagnosis / disease\n- Body system: Other / NA';
  if (prompt.startsWith('You check'))
    return `- Reason: so\n- Label: ${name === 'scurvy' ? 'too simple' : 'pass'}`;
  if (prompt.startsWith('You turn'))
    return `- Reason: so\n- Open-ended Question: ${question.replace('Which of the following', 'What')}`;
  return `1. Look.\n2. Think.\nFinal Answer: ${name}`;
};

interface Bench {
  readonly server: ChatServer;
  readonly folder: string;
  readonly work: string;
  readonly options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv };
  args(step: string, ...more: readonly string[]): readonly string[];
  call(step: string, ...more: readonly string[]): ReturnType<typeof r2med>;
  text(name: string): string;
}

const bench = async (): Promise<Bench> => {
  const server = await startChatServer();
  onTestFinished(() => server.close());
  server.answer((messages) => answerTo(messages.at(-1)!.content));
  const folder = writtenFolder({ 'exam.jsonl': EXAM, 'exam.yaml': MAPPING });
  const home = temporaryFolder();
  const options = { cwd: folder, env: { HOME: home, R2MED_HOME: join(home, 'r2med') } };
  const llm = ['--llm', `served:${server.origin}/v1#tiny`];
  const work = join(folder, 'work');
  const args = (step: string, ...more: readonly string[]): readonly string[] => [
    ...['build', step, '--work', 'work'],
    ...(step === 'collect'
      ? ['--mapping', 'exam.yaml']
      : step === 'status' || more.includes('--answers')
        ? []
        : llm),
    ...more,
  ];
  return {
    ...{ server, folder, work, options, args },
    call: (step, ...more) => r2med(args(step, ...more), options),
    text: (name) => readFileSync(join(work, name), 'utf8'),
  };
};

const STEPS = ['classify', 'filter', 'reformulate', 'reason'];

describe('r2med build', () => {
  it('takes exam questions through its steps, and tells how far it is', async () => {
    const { call, server, text } = await bench();
    const collected = await call('collect');
    expect(collected.stdout).toMatch(/^Step {5}In {2}Out {2}Held/);
    for (const step of STEPS) expect(await call(step)).toMatchObject({ code: 0 });
    expect(server.requests).toHaveLength(6 + 6 + 5 + 5);
    expect(rows(text('reasoned.jsonl'))[0]).toMatchObject({
      id: 'q-gout',
      query: 'A patient of 20 years has the signs of case 0. What is it?',
      reasoning: '1. Look.\n2. Think.\nFinal Answer: gout',
      trail: STEPS.map((step) => ({ step, by: 'tiny', raw: expect.any(String) })),
    });
    const status = await call('status');
    expect(status.stdout).toMatch(/filter +done +6 +5 +1/);
    const { stdout } = await call('status', '--json');
    expect(JSON.parse(stdout)[2]).toMatchObject({
      step: 'filter',
      state: 'done',
      report: { held: { 'too simple': 1 } },
    });
    // A second call of all asks nothing.
    for (const step of STEPS) expect((await call(step)).stderr).toContain('was done already');
    expect(server.requests).toHaveLength(22);
  });

  it('shows the cost first, and with --dry-run makes no call', async () => {
    const { call, server } = await bench();
    await call('collect');
    const dry = await call('classify', '--dry-run', '--price', '1,2');
    expect(dry).toMatchObject({ code: 0, stderr: '' });
    expect(dry.stdout).toMatch(/classify +6 +0 +[\d,]+ +720 +\$0\.00\d+/);
    expect(server.requests).toHaveLength(0);
    const { stderr } = await call('classify');
    expect(stderr.indexOf('6 new calls')).toBeGreaterThanOrEqual(0);
  });

  it('lists its steps and files', async () => {
    const { options } = await bench();
    expect((await r2med(['build'], options)).stdout).toContain('classified, classify.held');
    const listed = JSON.parse((await r2med(['build', '--json'], options)).stdout) as { name: string }[];
    expect(listed.map(({ name }) => name)).toEqual(expect.arrayContaining(['collect', ...STEPS]));
    const unknown = await r2med(['build', 'clasify'], options);
    const nobody = await r2med(['build', 'classify'], options);
    expect(nobody).toMatchObject({ code: 2, stderr: expect.stringContaining('no LLM and no answers') });
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('classify') });
  });

  it('refuses other settings, replaces with --overwrite, and names what is stale then', async () => {
    const { call } = await bench();
    await call('collect');
    for (const step of STEPS) await call(step);
    const refused = await call('reformulate', '--max-change', '0.2');
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('maxChange 0.1, not 0.2') });
    expect((await call('reformulate', '--max-change', '0.2', '--overwrite')).code).toBe(0);
    expect((await call('reformulate', '--max-change', '2')).stderr).toContain('--max-change');
    const other = await call('filter', '--temperature', '0.5', '--overwrite', '--seed', '3');
    expect(other).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('Stale now, run again: reformulate, reason'),
    });
    expect((await call('status')).stdout).toMatch(/reason +stale +.*reformulate is stale/);
  });

  it('takes prepared answers, and names all that are missing', async () => {
    const { call, folder, server, text } = await bench();
    await call('collect');
    const reply = '- Reason: so\n- Class: diagnosis / disease\n- Body system: Other / NA';
    const write = (names: readonly string[]): void =>
      writeFileSync(
        join(folder, 'said.jsonl'),
        jsonl(...names.map((name) => ({ step: 'classify', id: `q-${name}`, text: reply }))),
      );
    write(NAMES.slice(0, 4));
    const lacking = await call('classify', '--answers', 'said.jsonl');
    expect(lacking.code).toBe(1);
    for (const name of NAMES.slice(4)) expect(lacking.stderr).toContain(`classify "q-${name}"`);
    expect(rows(text('classify.undecided.jsonl'))).toMatchObject([
      { id: 'q-tetanus', prompt: expect.stringContaining('tetanus') },
      {},
    ]);
    write(NAMES);
    expect((await call('classify', '--answers', 'said.jsonl')).code).toBe(0);
    expect(rows(text('classified.jsonl'))[0]!.trail).toMatchObject([{ by: 'prepared:said.jsonl' }]);
    expect(server.requests).toHaveLength(0);
  });
});

describe('several respondents', () => {
  it('try questions as small models, from prepared answers by name', async () => {
    const at = await bench();
    await at.call('collect');
    await at.call('classify');
    const said = NAMES.flatMap((name) => [
      { step: 'filter/solve', id: `q-${name}`, judge: 'x', text: `- Reason: known\n- Answer: ${name}` },
      {
        step: 'filter/solve',
        id: `q-${name}`,
        judge: 'y',
        text: `- Reason: known\n- Answer: ${name === 'gout' ? 'A' : 'B'}`,
      },
    ]);
    writeFileSync(join(at.folder, 'solved.jsonl'), jsonl(...said));
    const { code, stdout } = await at.call(
      'filter',
      '--solvers',
      'prepared:solved.jsonl#x,prepared:solved.jsonl#y',
      '--json',
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      out: 4,
      held: { 'too simple': 1, 'solved by all small models': 1 },
      figures: { solved: { 'prepared:solved.jsonl#x': 5, 'prepared:solved.jsonl#y': 1 } },
    });
  });

  it('answers of a person settle what the model left undecided', async () => {
    const at = await bench();
    await at.call('collect');
    at.server.answer((messages) => {
      const prompt = messages.at(-1)!.content;
      return prompt.includes('case 2') ? 'I cannot say.' : answerTo(prompt);
    });
    expect((await at.call('classify')).code).toBe(1);
    const [open] = rows(at.text('classify.undecided.jsonl'));
    writeFileSync(
      join(at.folder, 'mine.jsonl'),
      jsonl({
        step: open!.step,
        id: open!.id,
        text: '- Reason: I know it\n- Class: not usable\n- Body system: Other / NA',
      }),
    );
    const before = at.server.requests.length;
    const model = ['--llm', `served:${at.server.origin}/v1#tiny`];
    expect((await at.call('classify', '--answers', 'mine.jsonl', ...model)).code).toBe(0);
    expect(at.server.requests).toHaveLength(before);
    expect(rows(at.text('classify.held.jsonl'))).toMatchObject([
      {
        id: 'q-rickets',
        why: 'not usable',
        item: { trail: [{ by: 'prepared:mine.jsonl', reason: 'I know it' }] },
      },
    ]);
  });
});

describe('what ends early', () => {
  const killedAt = async (at: Bench, request: number): Promise<void> => {
    const before = at.server.requests.length;
    const running = startR2med([...at.args('classify', '--concurrency', '1')], at.options);
    at.server.always((_, count) => {
      if (count - before < request) return undefined;
      running.kill('SIGKILL');
      return { hang: true };
    });
    await running.done;
    at.server.always(() => undefined);
  };

  it('killed between calls, it asks only the rest, and the files are those of an undisturbed call', async () => {
    const whole = await bench();
    await whole.call('collect');
    await whole.call('classify');
    const at = await bench();
    await at.call('collect');
    await killedAt(at, 4);
    expect(() => at.text('classified.jsonl')).toThrow();
    expect((await at.call('status')).stdout).toMatch(/classify +missing/);
    expect((await at.call('classify')).code).toBe(0);
    // Three finished calls are not made again; the fourth was never answered.
    expect(at.server.requests).toHaveLength(4 + 3);
    expect(at.text('classified.jsonl')).toBe(whole.text('classified.jsonl'));
  });

  it('stopped by Ctrl-C, it keeps what is in flight and asks only the rest', async () => {
    const at = await bench();
    await at.call('collect');
    const running = startR2med([...at.args('classify', '--concurrency', '1')], at.options);
    at.server.always((_, count) => {
      if (count === 3) running.kill('SIGINT');
      return undefined;
    });
    const { code, stderr } = await running.done;
    expect([code, stderr]).toEqual([130, expect.stringContaining('stopped before the end')]);
    const asked = at.server.requests.length;
    expect(asked).toBeLessThan(6);
    expect(() => at.text('classified.jsonl')).toThrow();
    expect((await at.call('classify')).code).toBe(0);
    expect(at.server.requests).toHaveLength(6);
  });

  it('two processes at once: one works, the other waits and finds it done', async () => {
    const at = await bench();
    await at.call('collect');
    const calls = [0, 1].map(() => startR2med([...at.args('classify')], at.options));
    const ended = await Promise.all(calls.map(({ done }) => done));
    expect(ended.map(({ code }) => code)).toEqual([0, 0]);
    expect(at.server.requests).toHaveLength(6);
    expect(ended[0]!.stdout).toBe(ended[1]!.stdout);
    expect(ended.filter(({ stderr }) => stderr.includes('was done already'))).toHaveLength(1);
  });

  it('a reached budget ends it with what is missing unwritten, and more money asks only that', async () => {
    const at = await bench();
    await at.call('collect');
    const poor = await at.call(
      'classify',
      '--budget-tokens',
      '1900',
      '--max-tokens',
      '100',
      '--concurrency',
      '1',
    );
    expect(poor).toMatchObject({ code: 1, stderr: expect.stringContaining('budget') });
    const first = at.server.requests.length;
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThan(6);
    expect(() => at.text('classified.jsonl')).toThrow();
    expect((await at.call('classify', '--max-tokens', '100')).code).toBe(0);
    expect(at.server.requests).toHaveLength(6);
  });

  it('a dropped connection leaves the step undone, and the same command makes that call again, and no other', async () => {
    const at = await bench();
    await at.call('collect');
    at.server.always((messages) =>
      messages.at(-1)?.content.includes('case 2') ? { drop: true } : undefined,
    );
    expect((await at.call('classify')).code).toBe(1);
    at.server.always(() => undefined);
    const before = at.server.requests.length;
    expect((await at.call('classify')).code).toBe(0);
    expect(at.server.requests).toHaveLength(before + 1);
  });

  it('a response that ends at the limit of tokens is asked for again with --retry-failed alone', async () => {
    const at = await bench();
    await at.call('collect');
    at.server.answer((messages, nth) => {
      const prompt = messages.at(-1)!.content;
      const text = answerTo(prompt);
      return prompt.includes('case 2') && nth <= 1 ? { text, finish: 'length' } : text;
    });
    for (const _ of [1, 2])
      expect(await at.call('classify')).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('--max-tokens'),
      });
    expect(at.server.requests).toHaveLength(6);
    expect((await at.call('classify', '--retry-failed')).code).toBe(0);
    expect(at.server.requests).toHaveLength(7);
  });

  it('a reply that cannot be read leaves the step undone; --retry-failed asks that one again', async () => {
    const at = await bench();
    await at.call('collect');
    at.server.answer((messages, nth) => {
      const prompt = messages.at(-1)!.content;
      return prompt.includes('case 2') && nth <= 2 ? 'It should pass.' : answerTo(prompt);
    });
    const failed = await at.call('classify');
    expect(failed).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('classify "q-rickets": a response that cannot be read'),
    });
    expect(at.server.requests).toHaveLength(7);
    expect((await at.call('status')).stdout).toMatch(/classify +missing +– +– +– +1/);
    expect((await at.call('classify')).code).toBe(1);
    expect(at.server.requests).toHaveLength(7);
    expect((await at.call('classify', '--retry-failed')).code).toBe(0);
    expect(at.server.requests).toHaveLength(8);
  });
});
