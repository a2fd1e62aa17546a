import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/command.js';
import { ALL, about, desk, record, rows, SECRET, TEXTS } from '../support/generating.js';
import { r2med } from '../support/in-process.js';
import { jsonl, writtenFolder } from '../support/written-folder.js';

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
    expect([code, stderr]).toEqual([0, expect.stringContaining('Calls made now: 8')]);
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
    at.server.answer((messages) =>
      about(messages) === 'gout' ? '<think>Hm, could it be' : `${about(messages)}.`,
    );
    const { stdout, code } = await at.generate();
    expect([code, stdout.split('\n')[2]]).toEqual([0, expect.stringMatching(/^eight +8 +8 +1 +0/)]);
  });

  it('is incomplete where one and the same text was written for all queries, and where most texts hold no answer', async () => {
    const at = await desk();
    at.server.answer((messages) => `<think>${about(messages)}</think>Yes.`);
    const alike = await at.generate();
    expect([alike.code, alike.stderr]).toEqual([
      1,
      expect.stringContaining('queries with one and the same text: 8 (it answers none of them)'),
    ]);
    expect(record(at)).toMatchObject({ counts: { written: 8 }, complete: false });
    const other = await desk();
    other.server.answer((messages) => `<think>${about(messages)}`);
    const bare = await other.generate();
    expect([bare.code, bare.stderr]).toEqual([1, expect.stringContaining('texts without an answer: 8')]);
  });

  it('saves the thoughts that a service gives apart, in tags', async () => {
    const at = await desk();
    at.server.answer(() => ({ reasoning: 'It may be gout.', text: 'Gout.' }));
    await at.generate('--max-queries', '1');
    expect(rows(at.file(TEXTS))[0]!.hy_doc).toBe('<think>\nIt may be gout.\n</think>\n\nGout.');
    const plain = await desk(at.data, at.server);
    await plain.generate('--max-queries', '1', '--reasoning', 'none');
    expect(rows(plain.file(TEXTS))[0]!.hy_doc).toBe('Gout.');
  });

  it('takes the first queries only, and then asks for the rest only', async () => {
    const at = await desk();
    await at.generate('--max-queries', '3');
    expect([...at.asked()].sort()).toEqual(ALL.slice(0, 3).sort());
    expect(record(at)).toMatchObject({ counts: { queries: 8, written: 3 }, complete: false });
    await at.generate();
    expect([...at.asked()].sort()).toEqual(ALL.slice(3).sort());
    const whole = at.file(TEXTS);
    await at.generate('--max-queries', '2');
    expect(at.file(TEXTS)).toBe(whole);
  });

  it('saves more texts rather than fewer', async () => {
    const at = await desk();
    await at.generate('--max-queries', '3');
    const three = at.file(TEXTS);
    const { stderr } = await at.generate('--max-queries', '2');
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
    const { texts } = await import('../../src/tasks/index.js').then(
      async ({ openFolder, storedGenerations }) =>
        storedGenerations(await openFolder(at.data), 'hyde', 'tiny', at.out),
    );
    expect(texts.size).toBe(8);
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
  const args = ['--method', 'search-r1', '--max-queries', '1', '--max-turns', '2', '--documents', '1'];
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
