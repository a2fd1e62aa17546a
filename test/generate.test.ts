import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { r2med, temporaryFolder } from './command.js';
import { ALL, about, type Desk, desk, eightQueries, SECRET } from './generating.js';
import { jsonl, writtenFolder } from './written-folder.js';

const rows = (text: string): readonly Record<string, unknown>[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

const record = (at: Desk) => JSON.parse(at.file('generation.json')) as Record<string, never>;
const TEXTS = 'query_with_hydoc.jsonl';

/** All files below a folder. */
const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

describe('generate', () => {
  it('writes a text for every query, with its positives and no gold in any prompt', async () => {
    const at = await desk();
    at.server.answer((messages) => `Of ${about(messages)}.`);
    const { code, stdout, stderr } = await at.generate();
    expect([code, stderr]).toEqual([0, expect.stringContaining('Asked now: 8 calls')]);
    expect(at.file(TEXTS).split('\n')[0]).toBe(
      '{"id": "q-gout", "text": "What of gout, please?", "hy_doc": "Of gout.", "doc_id": ["doc-gout"]}',
    );
    expect(rows(at.file(TEXTS)).map(({ id }) => id)).toEqual(ALL.map((name) => `q-${name}`));
    expect(stdout.split('\n')[2]).toMatch(/^eight +8 +8 +0 +0 +\d+ +16 +–$/);
    expect(JSON.stringify(at.server.requests)).not.toContain('doc-');
    expect(rows(at.file('trace.jsonl'))[0]).toMatchObject({
      id: 'q-gout',
      sample: 0,
      steps: [{ step: 'wrote', text: 'Of gout.' }],
    });
  });

  it('leaves a record of what was asked, of whom and what it took', async () => {
    const at = await desk();
    await at.generate('--temperature', '0.3', '--seed', '9', '--samples', '2', '--price', '1,2');
    expect(record(at)).toMatchObject({
      version: 1,
      method: 'hyde',
      llm: { name: 'tiny', reasoning: 'auto' },
      sampling: { temperature: 0.3, seed: 9 },
      samples: 2,
      seeds: [9, 10],
      task: { name: 'eight' },
      counts: { queries: 8, written: 8, failed: 0, unanswered: 0 },
      complete: true,
      usage: { calls: 16, usd: expect.any(Number) },
    });
    const seeds = at.server.requests.map(({ body }) => body.seed);
    expect(seeds.filter((seed) => seed === 9)).toHaveLength(8);
    expect(seeds.filter((seed) => seed === 10)).toHaveLength(8);
    expect(rows(at.file(TEXTS))[0]!.hy_docs).toHaveLength(2);
  });

  it('asks nothing when all is there, and prints the same table', async () => {
    const at = await desk();
    const first = await at.generate();
    at.asked();
    const again = await at.generate();
    expect([again.code, again.stdout, at.asked()]).toEqual([0, first.stdout, []]);
  });

  it('refuses texts of other settings and says what differs, and replaces them when told', async () => {
    const at = await desk();
    await at.generate('--temperature', '0.3');
    const before = at.file(TEXTS);
    at.asked();
    const { code, stderr } = await at.generate('--temperature', '0.4');
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('sampling.temperature 0.3; expected sampling.temperature 0.4'),
    ]);
    expect([at.file(TEXTS), at.asked()]).toEqual([before, []]);
    expect((await at.generate('--temperature', '0.4', '--overwrite')).code).toBe(0);
    expect(at.asked()).toHaveLength(8);
  });

  it('counts answers that never came', async () => {
    const at = await desk();
    at.server.answer((messages) => (about(messages) === 'gout' ? '<think>Hm, could it be' : 'Yes.'));
    const { stdout, code } = await at.generate();
    expect([code, stdout.split('\n')[2]]).toEqual([0, expect.stringMatching(/^eight +8 +8 +1 +0/)]);
  });

  it('keeps the thoughts that a service gives apart, in tags', async () => {
    const at = await desk();
    at.server.answer(() => ({ reasoning: 'It may be gout.', text: 'Gout.' }));
    await at.generate('--limit', '1');
    expect(rows(at.file(TEXTS))[0]!.hy_doc).toBe('<think>\nIt may be gout.\n</think>\n\nGout.');
    const plain = await desk(at.data, at.server);
    await plain.generate('--limit', '1', '--reasoning', 'none');
    expect(rows(plain.file(TEXTS))[0]!.hy_doc).toBe('Gout.');
  });

  it('takes the first queries only, and then asks for the rest only', async () => {
    const at = await desk();
    await at.generate('--limit', '3');
    expect([...at.asked()].sort()).toEqual(ALL.slice(0, 3).sort());
    expect(record(at)).toMatchObject({ counts: { queries: 8, written: 3 }, complete: false });
    await at.generate();
    expect([...at.asked()].sort()).toEqual(ALL.slice(3).sort());
    const whole = at.file(TEXTS);
    await at.generate('--limit', '2');
    expect(at.file(TEXTS)).toBe(whole);
  });

  it('keeps more texts rather than fewer', async () => {
    const at = await desk();
    await at.generate('--limit', '3');
    const three = at.file(TEXTS);
    const { stderr } = await at.generate('--limit', '2');
    expect([at.file(TEXTS), stderr]).toEqual([three, expect.stringContaining('keeps its 3 texts')]);
  });

  it('prints JSON', async () => {
    const at = await desk();
    const { stdout } = await at.generate('--json', '--quiet');
    expect(JSON.parse(stdout)).toMatchObject([{ method: 'hyde', complete: true, failures: [] }]);
  });

  it('writes what run searches with', async () => {
    const at = await desk();
    await at.generate();
    const { texts } = await import('../src/tasks/index.js').then(async ({ openFolder, storedGenerations }) =>
      storedGenerations(await openFolder(at.data), 'hyde', 'tiny', at.out),
    );
    expect(texts.size).toBe(8);
  });
});

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

  it.each(['query2doc', 'lamer', 'search-o1', 'search-r1', 'diagnose', 'feedback'])(
    '%s shows its prompt too',
    async (method) => {
      const args = ['generate', '--data', eightQueries(), '--method', method, '--show-prompt'];
      const { code, stdout } = await r2med(args);
      expect([code, stdout]).toEqual([0, expect.stringContaining('What of gout, please?')]);
    },
  );

  it('a plan counts calls, tokens, dollars and time, and what is kept already', async () => {
    const at = await desk();
    await at.generate('--limit', '3');
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
    expect([code, stderr]).toEqual([1, expect.stringContaining('sample-writer is no model')]);
  });

  it.each([
    [['--method', 'hyd', '--llm', 'gpt4'], 'did you mean "hyde"'],
    [['--llm', 'gpt4'], 'add --method hyde'],
    [['--method', 'hyde'], 'no language model'],
    [['--method', 'hyde', '--llm', 'gpt5x'], 'gpt5x'],
    [['--method', 'hyde', '--llm', 'gpt4', '--price', '3'], 'expected two amounts'],
    [['--method', 'hyde', '--llm', 'gpt4', '--top-p', '2'], 'expected a number from 0 to 1'],
    [['--method', 'hyde', '--gar', 'lamer', '--llm', 'gpt4'], '--method hyde and --gar lamer'],
    [['--method', 'hyde', '--llm', 'gpt4', '--query', 'q-gout'], '--query without --show-prompt'],
    [['--method', 'hyde', '--show-prompt', '--query', 'none'], 'expected an id such as "q-gout"'],
    [['--method', 'hyde', '--llm', 'gpt4', '--candidates', '2'], '--candidates for hyde'],
    [
      ['--method', 'feedback', '--llm', 'gpt4', '--agent-corpus', '.'],
      '--agent-corpus for feedback; expected it only with search-o1, search-r1',
    ],
  ])('bad usage is exit 2: %s', async (args, said) => {
    const { code, stderr } = await r2med(['generate', '--data', eightQueries(), ...args]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(said)]);
  });
});

describe('failures', () => {
  /** Two addresses of one server: a try again goes to the other one at once. */
  const twice = (at: Desk): readonly string[] => [
    '--llm',
    `served:${at.server.origin}/a/v1,${at.server.origin}/b/v1#tiny`,
  ];

  it('are kept with their reasons, named at the end, and only they are asked again', async () => {
    const undisturbed = await desk();
    undisturbed.server.answer((messages) => `Of ${about(messages)}.`);
    await undisturbed.generate();

    const at = await desk(undisturbed.data);
    at.server.answer((messages) => `Of ${about(messages)}.`);
    at.server.always((messages) => {
      if (about(messages) === 'gout') return { refusal: 'I cannot help with that.' };
      if (about(messages) === 'scurvy') return { content: 'empty' };
      return about(messages) === 'malaria' ? { body: '<html>Bad gateway</html>' } : undefined;
    });
    const { code, stderr, stdout } = await at.generate(...twice(at));
    expect([code, stdout.split('\n')[2]]).toEqual([1, expect.stringMatching(/^eight +8 +5 +0 +3/)]);
    const failures = rows(at.file('failures.jsonl'));
    expect(failures.map(({ id, sample, kind }) => [id, sample, kind])).toEqual([
      ['q-gout', 0, 'refused'],
      ['q-scurvy', 0, 'empty'],
      ['q-malaria', 0, 'unusable'],
    ]);
    expect(stderr).toContain('refused');
    expect(stderr).toMatch(/Fix: r2med generate .*--retry-failed$/m);
    expect(record(at)).toMatchObject({ counts: { written: 5, failed: 3 }, complete: false });
    expect(rows(at.file(TEXTS)).map(({ id }) => id)).not.toContain('q-gout');

    at.asked();
    expect((await at.generate(...twice(at))).code).toBe(1);
    expect(at.asked()).toEqual([]);

    at.server.always(() => undefined);
    const { code: retried } = await at.generate(...twice(at), '--retry-failed');
    expect([retried, [...at.asked()].sort()]).toEqual([0, ['gout', 'malaria', 'scurvy']]);
    expect(at.file(TEXTS)).toBe(undisturbed.file(TEXTS));
    expect(at.file('failures.jsonl')).toBe('');
  });

  it('a spent budget stops the work, keeps what is done and goes on from there', async () => {
    const at = await desk();
    at.server.answer((messages) => ({ text: `Of ${about(messages)}.`, tokensIn: 100, tokensOut: 100 }));
    const limits = ['--max-tokens', '100', '--concurrency', '1'];
    const { code, stderr } = await at.generate(...limits, '--budget-tokens', '700');
    expect([code, stderr]).toEqual([1, expect.stringContaining('budget')]);
    const done = at.asked();
    expect(done.length).toBeGreaterThan(1);
    expect(done.length * 200).toBeLessThanOrEqual(700);
    expect(rows(at.file(TEXTS))).toHaveLength(done.length);
    expect(record(at)).toMatchObject({ complete: false, counts: { written: done.length, failed: 0 } });
    expect((await at.generate(...limits)).code).toBe(0);
    expect([...done, ...at.asked()]).toEqual(ALL);
  });

  it('a key that is refused ends the work at once', async () => {
    const at = await desk();
    at.server.always(() => ({ status: 401, body: '{"error":{"message":"no such key"}}' }));
    const { code, stderr } = await at.generate('--concurrency', '1');
    expect([code, at.asked().length, stderr]).toEqual([1, 1, expect.stringContaining('key')]);
    expect(existsSync(join(at.out, 'eight'))).toBe(false);
  });

  it('Ctrl-C lets calls under way come home and writes what there is', async () => {
    const at = await desk();
    at.server.answer((messages) => `Of ${about(messages)}.`);
    at.server.always(() => ({ late: true }));
    const { child, called } = at.start('--concurrency', '2');
    await new Promise<void>((resolve) => {
      at.server.onLate((waiting) => waiting === 2 && resolve());
    });
    const noticed = new Promise<void>((resolve) => {
      child.stderr!.on('data', (bytes: Buffer) => bytes.toString().includes('Stopping') && resolve());
    });
    child.kill('SIGINT');
    await noticed;
    at.server.letGo();
    const { code, stderr } = await called;
    expect([code, stderr]).toEqual([1, expect.stringContaining('run the same command again')]);
    expect(rows(at.file(TEXTS)).map(({ hy_doc }) => hy_doc)).toEqual(['Of gout.', 'Of anaemia.']);
    at.server.always(() => undefined);
    at.asked();
    await at.generate('--concurrency', '2');
    expect([...at.asked()].sort()).toEqual(ALL.slice(2).sort());
  });

  it('Ctrl-C a second time ends at once', async () => {
    const at = await desk();
    at.server.always(() => ({ late: true }));
    const { child, called } = at.start('--concurrency', '1');
    await new Promise<void>((resolve) => {
      at.server.onLate(() => resolve());
    });
    child.stderr!.on(
      'data',
      (bytes: Buffer) => bytes.toString().includes('Stopping') && child.kill('SIGINT'),
    );
    child.kill('SIGINT');
    expect((await called).code).toBe(1);
    expect(existsSync(join(at.out, 'eight'))).toBe(false);
  });
});

it('a key reaches the service, and neither a file nor the screen, not even when the service repeats it', async () => {
  const at = await desk();
  const args = ['generate', '--data', at.data, '--method', 'hyde', '--llm', 'gpt4', '--out', at.out];
  const env = {
    R2MED_HOME: join(at.home, 'r2med'),
    OPENAI_API_KEY: SECRET,
    OPENAI_BASE_URL: `${at.server.origin}/v1`,
  };
  const denied = { status: 401, body: `{"error":{"message":"Incorrect API key provided: ${SECRET}"}}` };
  at.server.always((messages) => (about(messages) === 'gout' ? { refusal: `No, ${SECRET}.` } : undefined));
  const runs = [await r2med(args, { env }), await r2med([...args, '--dry-run'], { env })];
  at.server.always(() => denied);
  runs.push(await r2med([...args, '--retry-failed'], { env }));
  expect(runs.map(({ code }) => code)).toEqual([1, 0, 1]);
  expect(at.server.requests[0]!.headers.authorization).toBe(`Bearer ${SECRET}`);
  const files = [...filesIn(at.home), ...filesIn(at.out)];
  expect(files.length).toBeGreaterThan(5);
  for (const text of runs.flatMap(({ stdout, stderr }) => [stdout, stderr]))
    expect(text).not.toContain(SECRET);
  for (const file of files)
    expect([file, readFileSync(file, 'latin1').includes(SECRET)]).toEqual([file, false]);
});

it('an agent searches where it is told, and the record says where', async () => {
  const at = await desk();
  const library = writtenFolder(
    { 'corpus.jsonl': jsonl({ id: 'x', text: 'Colchicine eases gout.' }) },
    'library',
  );
  at.server.answer((messages) =>
    JSON.stringify(messages).includes('Colchicine') ? '<answer>Gout.</answer>' : '<search>gout</search>',
  );
  const args = ['--method', 'search-r1', '--limit', '1', '--turns', '2', '--documents', '1'];
  expect((await at.generate(...args, '--agent-corpus', library)).code).toBe(0);
  expect(rows(at.file('trace.jsonl', 'search-r1'))[0]!.steps).toMatchObject([
    { step: 'wrote' },
    { step: 'searched', query: 'gout', found: [{ id: 'x' }] },
    { step: 'told' },
    { step: 'wrote' },
  ]);
  expect(JSON.parse(at.file('generation.json', 'search-r1')).writer.corpus).toMatchObject({
    name: 'library',
  });
  const { code, stderr } = await at.generate(...args);
  expect([code, stderr]).toEqual([2, expect.stringContaining('writer.corpus')]);
});

it('examples that are among the queries are refused', async () => {
  const prompts = temporaryFolder();
  mkdirSync(join(prompts, 'query2doc', 'examples'), { recursive: true });
  writeFileSync(
    join(prompts, 'query2doc', 'examples', 'default.txt'),
    'Question: What of gout, please?\nPassage: Urate.\n',
  );
  const { code, stderr } = await (await desk()).generate('--method', 'query2doc', '--prompts', prompts);
  expect([code, stderr]).toEqual([2, expect.stringContaining('q-gout')]);
});
