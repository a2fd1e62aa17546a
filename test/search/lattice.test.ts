import { readdirSync, readFileSync } from 'node:fs';
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

const TOPICS = ['gout', 'asthma', 'scurvy', 'malaria'];
/** Four documents of each of four topics; only the third of a topic says what its query is about, in words that the query has not. */
const task = () =>
  writtenFolder(
    {
      'corpus.jsonl': jsonl(
        ...TOPICS.flatMap((topic) =>
          [1, 2, 3, 4].map((i) => ({
            id: `secret-${topic}-${i}`,
            text: `${topic} ${topic} note ${i}${i === 3 ? ' key' : ''}`,
          })),
        ),
      ),
      'query.jsonl': jsonl({ id: 'q1', text: 'Whose toe?' }, { id: 'q2', text: 'Whose gums?' }),
      'qrels.jsonl': jsonl(
        { q_id: 'q1', p_id: 'secret-gout-3', score: 1 },
        { q_id: 'q2', p_id: 'secret-scurvy-3', score: 1 },
      ),
    },
    'Tree',
  );

const isWalk = (prompt: string): boolean => prompt.includes('<query>');
/** Knows which topic a query is about, and that its key document is best; a summary lists the topics of its group. */
const knows = (prompt: string): string => {
  if (!isWalk(prompt)) return `About ${TOPICS.filter((topic) => prompt.includes(topic)).join(' and ')}.`;
  const topic = prompt.includes('toe') ? 'gout' : 'scurvy';
  const scores = [...prompt.matchAll(/^\[(\d+)\] (.*)$/gm)]
    .filter(([, , text]) => !/^\d+$/.test(text!))
    .map(([, n, text]) => `[${n}] ${(text!.includes(topic) ? 60 : 5) + (text!.includes('key') ? 30 : 0)}`);
  return `I see.\nScores:\n${scores.join('\n')}`;
};
beforeEach(() => {
  server.always(() => undefined);
  server.answer((messages) => knows(messages.at(-1)!.content));
});

const system = (settings = 'branch=4, steps=3, beam=1'): string =>
  `lattice(served:${server.origin}/v1#guide, ${settings})`;
const run = async (data: string, env = {}, ...more: readonly string[]): Promise<Called & { out: string }> => {
  const out = temporaryFolder();
  const words = ['run', '--data', data, '--system', system(), '--out', out, '--quiet', '--json', ...more];
  return { ...(await r2med(words, { env })), out };
};
const recordIn = ({ out, stdout, stderr }: Called & { out: string }) => {
  const name = JSON.parse(stdout || '{}').records?.[0]?.system;
  expect(name, stderr).toBeDefined();
  const at = join(out, name, 'Tree');
  return {
    record: JSON.parse(readFileSync(join(at, 'record.json'), 'utf8')),
    hits: readFileSync(join(at, 'run.trec'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(' ')),
  };
};
const promptsFrom = (from: number): readonly string[] =>
  server.requests.slice(from).map(({ messages }) => messages.at(-1)!.content);

describe('a walk through a tree of summaries', () => {
  it('finds what shares no word with the query, reads a part of the corpus, and shows no ids', async () => {
    const before = server.requests.length;
    const { record, hits } = recordIn(await run(task()));
    expect(record.incomplete).toBeUndefined();
    expect(record.scores['nDCG@10']).toBe(1);
    expect(record.facts.lattice).toMatchObject({ levels: 1, summaries: 4, opened: 8, unread: 0 });
    const first = hits.filter(([query]) => query === 'q1');
    expect([first[0]![2], first.length]).toEqual(['secret-gout-3', 12]);
    const sent = promptsFrom(before);
    expect(sent.filter((prompt) => !isWalk(prompt))).toHaveLength(4);
    expect(sent.join()).not.toContain('secret');
    // The tree is of the corpus alone, so that it serves every query.
    for (const prompt of sent) if (!isWalk(prompt)) expect(prompt).not.toMatch(/toe|gums/);
  });

  it('builds the tree once for a corpus; the same again asks nothing, and explain says the way', async () => {
    const [data, home] = [task(), { R2MED_HOME: temporaryFolder() }];
    const first = recordIn(await run(data, home));
    const asked = server.requests.length;
    const made = await run(data, home);
    expect(recordIn(made)).toMatchObject({
      hits: first.hits,
      record: { facts: { writing: first.record.facts.writing } },
    });
    const words = ['explain', '--data', data, '--results', made.out, '--query', 'q1', '--json', '--quiet'];
    const explained = await r2med([...words, '--system', system()], { env: home });
    expect([explained.code, explained.stderr]).toEqual([0, '']);
    expect(explained.stdout).toContain('"scores on the way down": "60 > 90"');
    expect(server.requests).toHaveLength(asked);
    // Another walk takes the same tree.
    await r2med(
      [
        'run',
        '--data',
        data,
        '--system',
        system('branch=4, steps=1, beam=2'),
        '--out',
        temporaryFolder(),
        '--quiet',
      ],
      { env: home },
    );
    expect(promptsFrom(asked).filter((prompt) => !isWalk(prompt))).toEqual([]);
  });

  it('goes on where a budget ended the summaries, and pays for none twice', async () => {
    const [data, home] = [task(), { R2MED_HOME: temporaryFolder() }];
    const before = server.requests.length;
    const stopped = await run(
      data,
      home,
      '--budget-tokens',
      '400',
      '--max-tokens',
      '50',
      '--concurrency',
      '1',
    );
    expect([stopped.code, stopped.stderr]).toEqual([1, expect.stringContaining('budget')]);
    const half = server.requests.length - before;
    expect(half).toBeGreaterThan(0);
    expect(half).toBeLessThan(4);
    const whole = await run(data, home, '--max-tokens', '50');
    expect(recordIn(whole).record.scores['nDCG@10']).toBe(1);
    const summaries = promptsFrom(before).filter((prompt) => !isWalk(prompt));
    expect([summaries.length, new Set(summaries).size]).toEqual([4, 4]);
  });

  it('with a summary that failed is incomplete, and is made whole by asking again', async () => {
    const [data, home] = [task(), { R2MED_HOME: temporaryFolder() }];
    server.always((messages) =>
      isWalk(messages.at(-1)!.content) || !messages.at(-1)!.content.includes('malaria')
        ? undefined
        : { status: 400, body: '{"error":{"message":"content policy"}}' },
    );
    const broken = await run(data, home);
    expect(broken.code).toBe(1);
    expect(recordIn(broken).record.incomplete.summaries).toMatchObject({ count: 1 });
    server.always(() => undefined);
    const mended = await run(data, home, '--retry-failed');
    expect([mended.code, recordIn(mended).record.incomplete]).toEqual([0, undefined]);
  });

  it('whose scores cannot be read has no result, and whose calls fail is incomplete', async () => {
    server.answer((messages) => (isWalk(messages.at(-1)!.content) ? 'All of them.' : 'About gout.'));
    const unread = await run(task());
    expect(unread).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('groups without a readable score: 2'),
    });
    const written = readdirSync(unread.out, { recursive: true, encoding: 'utf8' });
    expect(written.filter((file) => file.endsWith('record.json'))).toEqual([]);
    const lost = (said: string) => (prompt: string) => (/toe/.test(prompt) ? said : knows(prompt));
    for (const said of [
      'All of them.',
      'Scores:\n[9] 80',
      'Scores:\n[1] NaN\n[2] 800',
      '{"scores": {"1": 80',
    ]) {
      server.answer((messages) => lost(said)(messages.at(-1)!.content));
      const one = await run(task());
      expect(one.code, said).toBe(1);
      expect(recordIn(one).record.incomplete['queries whose walk came to no document']).toMatchObject({
        count: 1,
      });
    }
    const [data, home] = [task(), { R2MED_HOME: temporaryFolder() }];
    server.answer((messages) => lost('All of them.')(messages.at(-1)!.content));
    expect((await run(data, home)).code).toBe(1);
    server.answer((messages) => knows(messages.at(-1)!.content));
    const asked = server.requests.length;
    expect((await run(data, home)).code).toBe(1);
    expect(server.requests).toHaveLength(asked);
    const mended = await run(data, home, '--retry-failed');
    expect([mended.code, recordIn(mended).record.incomplete]).toEqual([0, undefined]);
    expect(recordIn(await run(data, home)).record.incomplete).toBeUndefined();
    server.always((messages) =>
      messages.at(-1)!.content.includes('toe')
        ? { status: 400, body: '{"error":{"message":"content policy"}}' }
        : undefined,
    );
    server.answer((messages) => knows(messages.at(-1)!.content));
    const broken = await run(task());
    expect(broken.code).toBe(1);
    expect(recordIn(broken).record.incomplete['queries whose walk broke off']).toMatchObject({ count: 1 });
  });

  it('whose summaries are one and the same text has no result: nothing is known of any group', async () => {
    server.answer((messages) => {
      const prompt = messages.at(-1)!.content;
      return isWalk(prompt) ? knows(prompt) : 'A group of notes.';
    });
    const words = ['run', '--data', task(), '--system', system('branch=3'), '--out', temporaryFolder()];
    const alike = await r2med([...words, '--quiet']);
    expect([alike.code, alike.stderr]).toEqual([
      1,
      expect.stringContaining('summaries that are one and the same text: 6'),
    ]);
  });

  it('that gives every entry the same score has no result: the order would be that of the tree', async () => {
    server.answer((messages) => knows(messages.at(-1)!.content).replace(/^(\[\d+\]) \d+$/gm, '$1 50'));
    const alike = await run(task());
    expect(alike).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('queries of which all entries have one score: 2'),
    });
    expect(recordIn(alike).record.incomplete).toBeDefined();
  });

  it('is refused with settings that make no tree, and priced with its summaries', async () => {
    const dry = (text: string) =>
      r2med(['run', '--suite', 'sample', '--task', 'Biology', '--system', text, '--dry-run']);
    expect((await dry('lattice(gpt4, branch=1)')).stderr).toContain('a whole number from 2');
    expect((await dry('lattice(gpt4, path=1)')).stderr).toContain('a share from 0 up to 1');
    expect((await dry('lattice')).stderr).toContain('lattice(gpt4, retriever=bm25)');
    const { stdout } = await r2med([
      'run',
      '--recipe',
      'lattice',
      '--suite',
      'sample',
      '--task',
      'Biology',
      '--dry-run',
    ]);
    // 9 queries of 41 calls, and 77 documents in groups of ten.
    expect(stdout).toMatch(/lattice +qwen3-32b +378 /);
    expect(stdout).toMatch(/vectors +reasonembed-qwen3-4b /);
  });
});
