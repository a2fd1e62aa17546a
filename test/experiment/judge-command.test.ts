import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ChatServer, startChatServer } from '../support/chat-server.js';
import { type Called, temporaryFolder } from '../support/command.js';
import { r2med } from '../support/in-process.js';
import { jsonl, writtenFolder } from '../support/written-folder.js';

let server: ChatServer;
beforeAll(async () => {
  server = await startChatServer();
});
afterAll(() => server.close());

/** A judge that looks for the words of the reference in the response. */
const byWords = (prompt: string): string => {
  const part = (name: string): string => prompt.split(`<${name}>\n`)[1]!.split(`\n</${name}>`)[0]!;
  const found = part('response').toLowerCase().includes(part('reference').toLowerCase());
  return [
    `- Model answer: ${found ? part('reference') : 'something else'}`,
    `- Correctness: ${found ? 'True' : 'False'}`,
    '- Explanation: the words were compared',
  ].join('\n');
};
beforeEach(() => server.answer((messages) => byWords(messages.at(-1)!.content)));

const TEXTS = ['--gar', 'hyde', '--llm', 'sample-writer'];
const call = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Called> =>
  r2med(['judge', '--judge', `served:${server.origin}/v1#stern`, '--quiet', ...args], { env });

/** A task of two queries with texts for both. */
const tiny = (change: Readonly<Record<string, string>> = {}, name = 'task'): string =>
  writtenFolder(
    {
      'corpus.jsonl': jsonl(
        { id: 'd1', text: 'Urate in a joint.' },
        { id: 'd2', text: 'Iron in the blood.' },
      ),
      'query.jsonl': jsonl(
        { id: 'q1', text: 'Whose toe swells?', answer: 'Gout' },
        { id: 'q2', text: 'Who is pale?', answer: 'Iron deficiency' },
      ),
      'qrels.jsonl': jsonl({ q_id: 'q1', p_id: 'd1', score: 1 }, { q_id: 'q2', p_id: 'd2', score: 1 }),
      'hyde/sample-thinker/query_with_hydoc.jsonl': jsonl(
        { id: 'q1', text: 'Whose toe swells?', hy_doc: '<think>lupus?</think>Gout it is.', doc_id: ['d1'] },
        { id: 'q2', text: 'Who is pale?', hy_doc: '<think>iron deficiency or', doc_id: ['d2'] },
      ),
      ...change,
    },
    name,
  );
const THOUGHT = ['--gar', 'hyde', '--llm', 'sample-thinker'];

const json = ({ stdout }: Called) => JSON.parse(stdout);
const linesOf = (file: string) =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('r2med judge', () => {
  it('on the sample suite counts right answers per task, and saves a verdict for every query', async () => {
    const out = temporaryFolder();
    const { code, stdout } = await call(['--suite', 'sample', ...TEXTS, '--out', out]);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^Task +Queries +Judged +Right +Wrong +Unclear +No answer +Accuracy +95 % interval\n/,
    );
    expect(stdout).toMatch(/\nMean +71 +71 /);
    const tasks = readdirSync(out);
    expect(tasks).toHaveLength(8);
    const rows = tasks.flatMap((task) =>
      linesOf(join(out, task, 'hyde', 'sample-writer', 'answers.stern.jsonl')),
    );
    expect(rows).toHaveLength(71);
    const right = rows.filter(({ correct }) => correct === true);
    expect(stdout).toMatch(new RegExp(`\\nMean +71 +71 +${right.length} `));
    for (const { outcome, modelAnswer, reference } of right)
      expect([outcome, modelAnswer]).toEqual(['right', reference]);
    const record = JSON.parse(
      readFileSync(join(out, 'Biology', 'hyde', 'sample-writer', 'answers.stern.json'), 'utf8'),
    );
    expect(record).toMatchObject({ judge: { name: 'stern' }, sampling: { temperature: 0 } });
    // A server outside the registry is known by its address, and nothing else of it is written.
    expect(record.judge.spec.identity).toEqual({ address: `${server.origin}/v1` });
  });

  it('asks nothing twice', async () => {
    const home = { R2MED_HOME: temporaryFolder() };
    const out = temporaryFolder();
    const args = ['--suite', 'sample', '--task', 'Biology', ...TEXTS, '--out', out];
    const first = await call(args, home);
    const asked = server.requests.length;
    const again = await call(args, home);
    expect(again.stdout).toBe(first.stdout);
    expect(server.requests).toHaveLength(asked);
  });

  it('hears the answer without its reasoning, and counts a text that never comes to one', async () => {
    const before = server.requests.length;
    const { code, stdout } = await call(['--data', tiny(), ...THOUGHT, '--out', temporaryFolder(), '--json']);
    expect(code).toBe(0);
    const { tasks } = JSON.parse(stdout);
    expect(tasks[0]).toMatchObject({ accuracy: 0.5, queries: 2, counts: { right: 1, 'no-answer': 1 } });
    expect(tasks[0].answers[1]).toEqual({ id: 'q2', outcome: 'no-answer', reference: 'Iron deficiency' });
    const prompts = server.requests.slice(before).map(({ messages }) => messages.at(-1)!.content);
    expect(prompts).toHaveLength(1);
    expect(prompts[0]).toContain('<response>\nGout it is.\n</response>');
  });

  it('never sends which documents are relevant', async () => {
    const before = server.requests.length;
    await call(['--suite', 'sample', '--task', 'MedQA-Diag', ...TEXTS, '--out', temporaryFolder()]);
    const sent = JSON.stringify(server.requests.slice(before).map(({ body }) => body));
    expect(sent).toContain('Constrictive pericarditis');
    expect(sent).not.toMatch(/mqa-[dq]\d/);
  });

  it('sets a system’s scores next to the answers, and lists queries', async () => {
    const results = temporaryFolder();
    const suite = ['--suite', 'sample', '--task', 'Biology,PMC-Clinical'];
    await r2med(['run', ...suite, '--system', 'hyde(sample-writer) > bm25', '--out', results]);
    const system = ['--results', results, '--system', 'hyde-sample-writer.bm25'];
    const out = temporaryFolder();
    const { stdout } = await call([...suite, ...TEXTS, ...system, '--out', out, '--per-query']);
    expect(stdout).toContain('nDCG@10 of hyde-sample-writer.bm25 by answer, times 100:');
    expect(stdout).toMatch(/\nTask +Right +Wrong +Unclear +Difference +95 % interval +r +p +rho\n/);
    expect(stdout).toMatch(/\nWithin tasks /);
    expect(stdout).toMatch(/\nQuery +Outcome +Score +Model answer +Reference\n/);
    expect(stdout).toMatch(/\nbio-q01 +(right|wrong) +\d+\.\d\d /);
    const parsed = json(await call([...suite, ...TEXTS, ...system, '--out', out, '--json']));
    const scores = linesOf(join(results, 'hyde-sample-writer.bm25', 'Biology', 'queries.jsonl'));
    expect(parsed.tasks[0].answers.map(({ score }: { score: number }) => score)).toEqual(
      scores.map((row) => row.scores['nDCG@10']),
    );
    const { right, wrong } = parsed.tasks[0].relation;
    expect(right.queries + wrong.queries).toBe(9);
  });

  it('takes a system as its pipeline is written, and says which there are', async () => {
    const results = temporaryFolder();
    const data = tiny();
    await r2med(['run', '--data', data, '--retriever', 'bm25', '--out', results]);
    const args = ['--data', data, ...THOUGHT, '--out', temporaryFolder(), '--results', results];
    expect((await call([...args, '--system', 'bm25', '--json'])).code).toBe(0);
    const unknown = await call([...args, '--system', 'bm52']);
    expect([unknown.code, unknown.stderr.includes('bm25')]).toEqual([2, true]);
    const measure = json(await call([...args, '--system', 'bm25', '--measure', 'nDCG@77', '--json']));
    expect(measure.tasks[0].answers.map(({ score }: { score: number }) => typeof score)).toContain('number');
  });

  it('with --dry-run says what it would take, and asks nothing', async () => {
    const before = server.requests.length;
    const out = join(temporaryFolder(), 'nothing');
    const args = ['--data', tiny(), ...THOUGHT, '--out', out, '--dry-run', '--price', '1,10'];
    const { code, stdout } = await call(args);
    expect(code).toBe(0);
    expect(stdout).toContain('New calls');
    expect(stdout).toContain('$');
    expect(server.requests).toHaveLength(before);
    expect(existsSync(out)).toBe(false);
    const keyless = await r2med(['judge', '--data', tiny(), ...THOUGHT, '--judge', 'gpt4', '--dry-run']);
    expect(keyless.code).toBe(0);
  });
});

describe('what goes wrong with r2med judge', () => {
  it('an unclear judge is counted, not taken for a no', async () => {
    server.answer(() => 'Hard to say. Correctness: somewhat.');
    const { code, stdout } = await call(['--data', tiny(), ...THOUGHT, '--out', temporaryFolder(), '--json']);
    expect(code).toBe(0);
    const { counts, answers } = JSON.parse(stdout).tasks[0];
    expect(counts).toMatchObject({ unclear: 1, wrong: 0, right: 0 });
    expect(answers[0].said).toBe('Hard to say. Correctness: somewhat.');
  });

  it('a judge that refuses fails with the command that asks again', async () => {
    server.always(() => ({ status: 400, body: '{"error":{"message":"content policy","type":"x"}}' }));
    const out = temporaryFolder();
    const { code, stdout, stderr } = await call(['--data', tiny(), ...THOUGHT, '--out', out]);
    server.always(() => undefined);
    expect(code).toBe(1);
    expect(stdout).toMatch(/Failed/);
    expect(stderr).toContain('--retry-failed');
  });

  it('verdicts of other settings are not replaced unless asked', async () => {
    const out = temporaryFolder();
    const data = tiny();
    const args = ['--data', data, ...THOUGHT, '--out', out];
    expect((await call(args)).code).toBe(0);
    const other = await call([...args, '--temperature', '1']);
    expect(other.code).toBe(2);
    expect(other.stderr).toContain('verdicts made with another sampling');
    expect((await call([...args, '--temperature', '1', '--overwrite'])).code).toBe(0);
  });

  it('tasks without answers are left out with a note, and alone are bad input', async () => {
    const bare = tiny(
      { 'query.jsonl': jsonl({ id: 'q1', text: 'Whose toe?' }, { id: 'q2', text: 'Who?' }) },
      'bare',
    );
    const judge = ['judge', '--judge', `served:${server.origin}/v1#stern`, ...THOUGHT];
    const both = await r2med([...judge, '--data', bare, '--data', tiny(), '--out', temporaryFolder()]);
    expect(both.code).toBe(0);
    expect(both.stderr).toContain('no reference answers; left out');
    const alone = await call(['--data', bare, ...THOUGHT]);
    expect(alone.code).toBe(2);
    expect(alone.stderr).toContain('no reference answers in');
  });

  it.each([
    ['no judge', ['judge', '--suite', 'sample', ...TEXTS], 2, '--judge gpt4'],
    ['no method', ['judge', '--suite', 'sample', '--llm', 'gpt4', '--judge', 'gpt4'], 2, '--gar'],
    ['an unknown judge', ['judge', '--suite', 'sample', ...TEXTS, '--judge', 'gtp4'], 2, 'gpt4'],
    [
      'texts that are not there',
      [
        'judge',
        '--suite',
        'sample',
        '--gar',
        'lamer',
        '--llm',
        'gpt4',
        '--judge',
        'served:http://127.0.0.1:1/v1#x',
      ],
      1,
      'there are hyde/sample-',
    ],
  ] as const)('%s is said before anything is asked', async (_, args, code, told) => {
    const called = await r2med(args);
    expect([called.code, called.stdout]).toEqual([code, '']);
    expect(called.stderr).toContain(told);
  });
});
