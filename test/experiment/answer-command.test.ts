import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ChatServer, startChatServer } from '../support/chat-server.js';
import { type Called, startR2med, temporaryFolder } from '../support/command.js';
import { r2med } from '../support/in-process.js';
import { jsonl } from '../support/written-folder.js';

let server: ChatServer;
let judge: ChatServer;
beforeAll(async () => {
  server = await startChatServer();
  judge = await startChatServer();
});
afterAll(() => Promise.all([server.close(), judge.close()]));

const part = (prompt: string, name: string): string | undefined =>
  prompt.split(`<${name}>\n`)[1]?.split(`\n</${name}>`)[0];

/** A model that knows nothing: it answers with what its first document begins with, and cites that and one that is not there. */
const reads = (prompt: string): string => {
  const [, first] = /^\[1\] (\S+ \S+)/.exec(part(prompt, 'documents') ?? '') ?? [];
  return first ? `Answer: ${first}\nThe document says so [1]. Others agree [9].` : 'Answer: I do not know.';
};
/** A judge that looks for the words of the reference in the response, and of the statement in the document. */
const byWords = (prompt: string): string => {
  const response = part(prompt, 'response');
  const right =
    response === undefined
      ? part(prompt, 'document')!.includes('Urate')
      : response.toLowerCase().includes(part(prompt, 'reference')!.toLowerCase());
  return `- Model answer: x\n- Correctness: ${right ? 'True' : 'False'}\n- Explanation: words were compared`;
};
beforeEach(() => {
  server.answer((messages) => reads(messages.at(-1)!.content));
  judge.answer((messages) => byWords(messages.at(-1)!.content));
});

/** bm25 finds the right document for the first query alone; the stored run for both. */
const FILES = {
  'corpus.jsonl': jsonl(
    { id: 'secret-d1', text: 'Urate gout. The toe of an old man swells.' },
    { id: 'secret-d2', text: 'Iron deficiency. Pallor.' },
    { id: 'secret-d3', text: 'Who is who. A book about who is weary and who is not.' },
  ),
  'query.jsonl': jsonl(
    { id: 'q1', text: 'Whose toe swells?', answer: 'Urate gout' },
    { id: 'q2', text: 'Who is weary?', answer: 'Iron deficiency' },
  ),
  'qrels.jsonl': jsonl(
    { q_id: 'q1', p_id: 'secret-d1', score: 1 },
    { q_id: 'q2', p_id: 'secret-d2', score: 1 },
  ),
};
const folder = mkdtempSync(join(tmpdir(), 'r2med-answer-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const [TASK, RUN, results] = [join(folder, 'Tiny'), join(folder, 'good.run'), join(folder, 'results')];
const GOOD = `stored:${RUN}`;
beforeAll(async () => {
  mkdirSync(TASK);
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(TASK, name), text);
  writeFileSync(RUN, 'q1 Q0 secret-d1 1 2 x\nq2 Q0 secret-d2 1 2 x\n');
  const { code, stderr } = await r2med([
    ...['run', '--data', TASK, '--system', 'bm25', '--system', GOOD, '--out', results, '--quiet'],
  ]);
  expect(stderr).toBe('');
  expect(code).toBe(0);
});

const words = (args: readonly string[]): readonly string[] => [
  ...['answer', '--data', TASK, '--results', results, '--llm', `served:${server.origin}/v1#reader`],
  ...['--judge', `served:${judge.origin}/v1#stern`, ...args],
];
const call = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Called> =>
  r2med([...words(args), '--quiet'], { env });
const json = ({ stdout }: Called) => JSON.parse(stdout);
const promptsTo = (from: number) =>
  server.requests.slice(from).map(({ messages }) => messages.at(-1)!.content);

describe('r2med answer', () => {
  it('says whether better documents give better answers, with floor and ceiling', async () => {
    const called = await call([
      ...['--system', 'bm25', '--system', GOOD, '--closed-book', '--relevant-documents'],
      ...['--out', temporaryFolder(), '--json'],
    ]);
    expect(called.stderr).toBe('');
    const { sources, comparisons } = json(called);
    expect(sources.map(({ accuracy }: { accuracy: number }) => accuracy)).toEqual([0.5, 1, 0, 1]);
    expect(comparisons).toHaveLength(3);
    expect(comparisons[0]).toMatchObject({
      name: GOOD,
      against: 'bm25',
      overall: { difference: 0.5, wins: 1, ties: 1, losses: 0 },
      moved: { better: { gained: 1, same: 0, lost: 0 }, equal: { gained: 0, same: 1, lost: 0 } },
    });
    // Sources that are no search have no documents that were found better or worse.
    expect(comparisons[1].moved).toBeUndefined();
    expect(sources[0].tasks[0].answers).toMatchObject([
      { id: 'q1', outcome: 'right', score: 1 },
      { id: 'q2', outcome: 'wrong', score: expect.closeTo(0.63) },
    ]);
  });

  it('checks that what is cited was shown, and lets the judge say what it supports', async () => {
    const out = temporaryFolder();
    const args = ['--system', 'bm25', '--out', out, '--json'];
    const plain = json(await call(args)).sources[0];
    expect(plain.citations).toMatchObject({ answers: 2, citations: 4, notShown: 2, supported: 0 });
    expect(plain.tasks[0].citations[0].citations[0]).toEqual({
      number: 1,
      statement: 'The document says so',
      document: 'secret-d1',
    });
    const checked = json(await call([...args, '--check-citations'])).sources[0];
    expect(checked.citations).toMatchObject({ notShown: 2, supported: 1, unsupported: 1 });
    const file = join(out, 'Tiny', 'answer-bm25', 'reader', 'citations.stern.jsonl');
    expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(2);
  });

  it('never sends ids, reference answers or judgements to the LLM that answers, except in the ceiling, which says so', async () => {
    const before = server.requests.length;
    await call(['--system', 'bm25', '--closed-book', '--shown', '1', '--out', temporaryFolder()]);
    const sent = promptsTo(before).join('\n');
    expect(sent).not.toMatch(/secret-|Iron deficiency/);
    const later = server.requests.length;
    const out = temporaryFolder();
    await call(['--system', 'bm25', '--relevant-documents', '--out', out]);
    expect(promptsTo(later).join('\n')).toContain('[1] Iron deficiency');
    expect(
      JSON.parse(
        readFileSync(join(out, 'Tiny', 'answer-relevant-documents', 'reader', 'generation.json'), 'utf8'),
      ),
    ).toMatchObject({ writer: { shown: { from: 'relevant documents', documents: 5 } }, complete: true });
  });

  it('asks nothing twice, and refuses to mix answers with other documents', async () => {
    const [home, out] = [{ R2MED_HOME: temporaryFolder() }, temporaryFolder()];
    const first = await call(['--system', 'bm25', '--out', out], home);
    const asked = [server.requests.length, judge.requests.length];
    const again = await call(['--system', 'bm25', '--out', out], home);
    expect(again.stdout).toBe(first.stdout);
    expect([server.requests.length, judge.requests.length]).toEqual(asked);
    const other = await call(['--system', 'bm25', '--out', out, '--shown', '1'], home);
    expect(other.code).toBe(2);
    expect(other.stderr).toContain('--overwrite');
  });

  it('counts an answer whose call failed as failed: no mean and no comparison comes of it, and it can be made again', async () => {
    const [home, out] = [{ R2MED_HOME: temporaryFolder() }, temporaryFolder()];
    server.always((messages) =>
      messages.at(-1)!.content.includes('Who is weary?')
        ? { status: 400, body: '{"error":"no"}' }
        : undefined,
    );
    const args = ['--system', 'bm25', '--system', GOOD, '--out', out];
    const broken = await call([...args, '--json'], home);
    server.always(() => undefined);
    expect(broken.stderr).toContain('--retry-failed');
    expect(broken.code).toBe(1);
    expect(json(broken)).toMatchObject({
      comparisons: [],
      sources: [{ counts: { failed: 1, right: 1 } }, {}],
    });
    expect(broken.stderr).toContain('--retry-failed');
    const mended = await call([...args, '--retry-failed', '--json'], home);
    expect(mended.code).toBe(0);
    expect(json(mended).comparisons).toHaveLength(1);
  });

  it.each([
    // An answer may take 60 tokens and its prompt; the judge comes after both answers.
    ['the answers', '350', 1, 0],
    ['the verdicts', '1100', 2, 1],
  ])(
    'ends %s where the budget does, prints no score, and pays for nothing twice',
    async (_, most, answers, verdicts) => {
      const [home, out] = [{ R2MED_HOME: temporaryFolder() }, temporaryFolder()];
      const before = [server.requests.length, judge.requests.length] as const;
      const asked = () => [server.requests.length - before[0], judge.requests.length - before[1]];
      const args = ['--system', 'bm25', '--out', out, '--max-tokens', '60', '--concurrency', '1', '--json'];
      const ended = await call([...args, '--budget-tokens', most], home);
      expect([ended.code, ended.stdout, ended.stderr]).toEqual([1, '', expect.stringContaining('budget')]);
      expect(asked()).toEqual([answers, verdicts]);
      const whole = await call(args, home);
      expect([whole.code, json(whole).sources[0].accuracy]).toEqual([0, 0.5]);
      expect(asked()).toEqual([2, 2]);
    },
  );

  it('that is stopped half-way finishes what is in flight, prints no score, and goes on from there', async () => {
    const [home, out] = [{ R2MED_HOME: temporaryFolder() }, temporaryFolder()];
    const before = [server.requests.length, judge.requests.length] as const;
    const args = ['--system', 'bm25', '--out', out, '--concurrency', '1', '--json'];
    judge.always(() => ({ late: true }));
    const late = new Promise<void>((resolve) => judge.onLate(() => resolve()));
    const running = startR2med(words(args), { env: home });
    await late;
    running.kill('SIGINT');
    await running.said('Stopping: requests to models in flight finish and are cached');
    judge.always(() => undefined);
    judge.letGo();
    const { code, stdout } = await running.done;
    expect([code, stdout]).toEqual([130, '']);
    const whole = await call(args, home);
    expect([whole.code, json(whole).sources[0].accuracy]).toEqual([0, 0.5]);
    expect([server.requests.length - before[0], judge.requests.length - before[1]]).toEqual([2, 2]);
  });

  it('refuses a verdict and a citation that were changed by hand, before anything is asked', async () => {
    const out = temporaryFolder();
    const args = ['--system', 'bm25', '--out', out];
    await call(args);
    for (const name of ['answers.stern.jsonl', 'citations.jsonl']) {
      const file = join(out, 'Tiny', 'answer-bm25', 'reader', name);
      const text = readFileSync(file, 'utf8');
      writeFileSync(file, text.replace('q2', 'q1'));
      const { code, stderr } = await call(args);
      expect([code, stderr]).toEqual([2, expect.stringMatching(/:2.*changed[\s\S]*--overwrite/)]);
      writeFileSync(file, text);
    }
    expect((await call(args)).code).toBe(0);
  });

  it('ends where no answer could be written, with the reason', async () => {
    server.always(() => ({ status: 400, body: '{"error":{"message":"content policy"}}' }));
    const { code, stdout, stderr } = await call(['--system', 'bm25', '--out', temporaryFolder()]);
    server.always(() => undefined);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/no answer was written with bm25: .*content policy[\s\S]*--retry-failed/);
  });

  it('ends before the judge is asked where one and the same answer came to every query', async () => {
    const [data, out] = [join(folder, 'Alike'), temporaryFolder()];
    mkdirSync(data);
    const five = Array.from({ length: 5 }, (_, i) => i);
    const files = {
      'corpus.jsonl': five.map((i) => ({ id: `d${i}`, text: `illness ${i}` })),
      'query.jsonl': five.map((i) => ({
        id: `q${i}`,
        text: `What is illness ${i}?`,
        answer: `illness ${i}`,
      })),
      'qrels.jsonl': five.map((i) => ({ q_id: `q${i}`, p_id: `d${i}`, score: 1 })),
    };
    for (const [name, rows] of Object.entries(files)) writeFileSync(join(data, name), jsonl(...rows));
    await r2med(['run', '--data', data, '--system', 'bm25', '--out', results, '--quiet']);
    server.answer(() => 'Answer: illness 1');
    const before = judge.requests.length;
    const asked = words(['--system', 'bm25', '--out', out]).map((word) => (word === TASK ? data : word));
    const { code, stdout, stderr } = await r2med([...asked, '--quiet']);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(
      'Alike, answers with bm25: queries with one and the same text: 5 (it answers none of them)',
    );
    expect(judge.requests).toHaveLength(before);
  });

  it('plans without a call, and says what the judge adds', async () => {
    const asked = server.requests.length;
    const { code, stdout } = await call(['--system', 'bm25', '--closed-book', '--dry-run']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/Tiny, closed book +2 +2 +0/);
    expect(stdout).toContain('4 calls');
    expect(server.requests).toHaveLength(asked);
  });

  it('names the command that runs a system whose result is missing, before anything is paid for', async () => {
    const asked = server.requests.length;
    const { code, stderr } = await call(['--system', 'lsa', '--out', temporaryFolder()]);
    expect(code).toBe(2);
    expect(stderr).toContain('lsa');
    expect(server.requests).toHaveLength(asked);
  });

  it('prints tables that fit a terminal', async () => {
    const { stdout } = await call([
      ...['--system', 'bm25', '--system', GOOD, '--closed-book', '--relevant-documents', '--per-query'],
      ...['--out', temporaryFolder()],
    ]);
    expect(stdout).toContain('Accuracy against bm25');
    expect(stdout).toContain('found better');
    expect(stdout).toMatch(/\nCitations\n/);
  });
});
