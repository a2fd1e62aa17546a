import { createHash, randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { AdjudicationWork, ReviewWork, ShownItem } from '../src/page-data/index.js';
import { temporaryFolder } from './command.js';
import { printedBy, r2med } from './in-process.js';
import { reviewFolder, reviewItem, signIn } from './review-folder.js';
import { answerTo, workOf } from './served-review.js';
import { type Serving, startServing } from './serving.js';

const running: Serving[] = [];
afterEach(async () => {
  for (const each of running.splice(0)) await each.kill();
});

const serve = async (folder: string, limit?: string): Promise<Serving> => {
  const served = await startServing(['review', 'serve', folder, '--port', '0'], limit ? { limit } : {});
  running.push(served);
  return served;
};

interface Planned {
  readonly items: number;
  readonly people: readonly { readonly name: string; readonly items: number; readonly link?: string }[];
}

const plan = async (folder: string, ...args: readonly string[]): Promise<Planned> =>
  JSON.parse(await printedBy(['review', 'plan', folder, ...args, '--json'])) as Planned;

const ANNA_AND_BEN = ['--reviewer', 'anna', '--reviewer', 'ben'];

/** The tokens of the links that were printed, by name. */
const tokensOf = ({ people }: Planned): Readonly<Record<string, string>> =>
  Object.fromEntries(people.flatMap(({ name, link }) => (link ? [[name, link.split('#link=')[1]!]] : [])));

const linesOf = (file: string): readonly string[] => readFileSync(file, 'utf8').split('\n').slice(0, -1);

describe('a server that is killed', () => {
  it('has lost no answer that it reported as saved, and the next one goes on with the same links', async () => {
    const folder = reviewFolder(6);
    const tokens = tokensOf(await plan(folder, ...ANNA_AND_BEN));
    const saved: string[] = [];
    for (let round = 0; round < 3; round++) {
      const server = await serve(folder);
      const browsers = [
        await signIn(server.address, tokens.anna!),
        await signIn(server.address, tokens.ben!),
      ];
      await Promise.all(
        browsers.map(async (browser) => {
          for (let i = 0; i < 2; i++) {
            const request = answerTo((await workOf(browser)).next!);
            expect((await browser.post('/api/answers', request)).status).toBe(200);
            saved.push(request.id);
          }
        }),
      );
      await server.kill();
    }
    const there = ['anna', 'ben'].flatMap((name) =>
      linesOf(join(folder, 'answers', `${name}.jsonl`)).map((line) => JSON.parse(line) as { id: string }),
    );
    expect(there.map(({ id }) => id).sort()).toEqual(saved.sort());
    const status = JSON.parse(await printedBy(['review', 'status', folder, '--json']));
    expect(status.items).toMatchObject({ all: 6, agreed: 6, waiting: 0 });
    // decisions.jsonl was written by servers that were killed; export brings it up to date.
    const out = join(temporaryFolder(), 'export');
    await printedBy(['review', 'export', folder, '--out', out]);
    expect(linesOf(join(folder, 'decisions.jsonl'))).toHaveLength(6);
    expect(readFileSync(join(out, 'decisions.jsonl'), 'utf8')).toBe(
      readFileSync(join(folder, 'decisions.jsonl'), 'utf8'),
    );
  });

  it('at any moment: of many answers at once, those that it reported as saved are there', async () => {
    const folder = reviewFolder(60);
    const tokens = tokensOf(await plan(folder, ...ANNA_AND_BEN));
    const { id } = JSON.parse(readFileSync(join(folder, 'plan.json'), 'utf8')) as { id: string };
    const first = await serve(folder);
    const anna = await signIn(first.address, tokens.anna!);
    const { version: _, ...shown } = (await workOf(anna)).next!;
    const items = linesOf(join(folder, 'items.jsonl')).map((line) => (JSON.parse(line) as { id: string }).id);
    const requests = await Promise.all(
      items.map(async (item) => {
        const key = createHash('sha256').update(`${id}\n${item}`).digest('hex').slice(0, 20);
        const { json } = await anna.get(`/api/items/${key}`);
        return answerTo({ ...shown, ...(json as ShownItem) });
      }),
    );
    const saved: string[] = [];
    await Promise.all(
      requests.map(async (request) => {
        const answer = await anna.post('/api/answers', request).catch(() => undefined);
        if (answer?.status !== 200) return;
        saved.push(request.id);
        if (saved.length === 5) void first.kill();
      }),
    );
    expect(saved.length).toBeGreaterThanOrEqual(5);
    await first.kill();
    const second = await serve(folder);
    const there = linesOf(join(folder, 'answers', 'anna.jsonl')).map(
      (line) => (JSON.parse(line) as { id: string }).id,
    );
    expect(saved.filter((each) => !there.includes(each))).toEqual([]);
    // What had no response is sent again, whether it was saved or not.
    const again = await signIn(second.address, tokens.anna!);
    for (const request of requests) expect((await again.post('/api/answers', request)).status).toBe(200);
    const ids = linesOf(join(folder, 'answers', 'anna.jsonl')).map(
      (line) => (JSON.parse(line) as { id: string }).id,
    );
    expect(ids.toSorted()).toEqual(requests.map((request) => request.id).toSorted());
  });

  it('may leave a torn line: it is reported, cut off, and the request can be sent again', async () => {
    const folder = reviewFolder(3);
    const tokens = tokensOf(await plan(folder, ...ANNA_AND_BEN));
    const first = await serve(folder);
    const anna = await signIn(first.address, tokens.anna!);
    const kept = answerTo((await workOf(anna)).next!);
    await anna.post('/api/answers', kept);
    const { next } = await workOf(anna);
    await first.kill();
    const lost = answerTo(next!, 'no');
    const trail = join(folder, 'answers', 'anna.jsonl');
    const whole = readFileSync(trail, 'utf8');
    const line = `{"type":"answer","sequence":2,"id":"${lost.id}","reason":"é`;
    // Cut within a character.
    appendFileSync(trail, Buffer.from(line).subarray(0, -1));
    const { stderr, code } = await r2med(['review', 'status', folder]);
    expect(code).toBe(0);
    expect(stderr).toContain('anna: the last line of the trail is torn');
    const second = await serve(folder);
    expect(second.said()).toContain('anna: the last line of the trail is torn');
    expect(readFileSync(trail, 'utf8')).toBe(whole);
    const again = await signIn(second.address, tokens.anna!);
    expect((await again.post('/api/answers', lost)).status).toBe(200);
    expect(linesOf(trail).map((each) => JSON.parse(each).id)).toEqual([kept.id, lost.id]);
  });

  it('a line that was damaged elsewhere in the file is an error, and nothing is written', async () => {
    const folder = reviewFolder(3);
    await plan(folder, ...ANNA_AND_BEN);
    const server = await serve(folder);
    await server.stop();
    const trail = join(folder, 'answers', 'anna.jsonl');
    writeFileSync(
      trail,
      '{"type":"ans\n{"type":"break","sequence":1,"id":"12345678","at":"x","action":"end"}\n',
    );
    const { code, stderr } = await r2med(['review', 'serve', folder, '--port', '0']);
    expect(code).toBe(2);
    expect(stderr).toContain('anna.jsonl:1: a line that cannot be read');
    expect(linesOf(trail)).toHaveLength(2);
  });
});

describe('a disk that takes no more', () => {
  it('an answer that was not saved is not reported as saved, and nothing of it stays', async () => {
    const folder = reviewFolder(4);
    const tokens = tokensOf(await plan(folder, ...ANNA_AND_BEN));
    // No file may grow beyond 1 kB, which other tests could not do without a disk of their own.
    const server = await serve(folder, 'ulimit -f 2');
    const anna = await signIn(server.address, tokens.anna!);
    const { next } = await workOf(anna);
    const long = answerTo(next!, 'yes', {
      answers: [{ question: 'relevance', value: 'yes', reason: 'x'.repeat(2000) }],
    });
    const refused = await anna.post('/api/answers', long);
    expect(refused.status).toBe(503);
    expect(refused.text).toContain('Not saved');
    expect(refused.text).not.toContain(folder);
    expect(server.said()).toContain('anna.jsonl');
    expect(statSync(join(folder, 'answers', 'anna.jsonl')).size).toBe(0);
    expect((await workOf(anna)).progress.done).toBe(0);
    const short = answerTo(next!);
    expect((await anna.post('/api/answers', short)).status).toBe(200);
    await server.kill();
    const again = await signIn((await serve(folder)).address, tokens.anna!);
    const after = (await workOf(again)).next!;
    expect(
      (await again.post('/api/answers', { ...answerTo(after), ...{ answers: long.answers } })).status,
    ).toBe(200);
    expect(linesOf(join(folder, 'answers', 'anna.jsonl'))).toHaveLength(2);
  });

  it('a trail that was deleted or changed meanwhile takes no answer', async () => {
    const folder = reviewFolder(2);
    const tokens = tokensOf(await plan(folder, ...ANNA_AND_BEN));
    const server = await serve(folder);
    const damage = {
      anna: (file: string) => rmSync(file),
      ben: (file: string) => appendFileSync(file, 'mine\n'),
    };
    for (const [name, change] of Object.entries(damage)) {
      const browser = await signIn(server.address, tokens[name]!);
      const { next } = await workOf(browser);
      change(join(folder, 'answers', `${name}.jsonl`));
      expect((await browser.post('/api/answers', answerTo(next!))).status).toBe(503);
      expect((await workOf(browser)).progress.done).toBe(0);
      expect(server.said()).toContain(`${name}.jsonl: ${name === 'anna' ? 'deleted' : 'changed'}`);
    }
  });
});

describe('one folder', () => {
  it('is served by one process at a time, and not planned meanwhile', async () => {
    const folder = reviewFolder(2);
    await plan(folder, ...ANNA_AND_BEN);
    const server = await serve(folder);
    for (const args of [
      ['review', 'serve', folder, '--port', '0'],
      ['review', 'plan', folder, '--reviewer', 'dan'],
    ]) {
      const { code, stderr } = await r2med(args);
      expect(code).toBe(1);
      expect(stderr).toContain(`process ${server.process.pid}`);
    }
    expect(await server.stop()).toBe(0);
    expect(existsSync(join(folder, 'lease.json'))).toBe(false);
    expect((await plan(folder, '--reviewer', 'dan')).people).toHaveLength(3);
  });

  it('a link can be revoked while it is served', async () => {
    const folder = reviewFolder(2);
    const tokens = tokensOf(await plan(folder, ...ANNA_AND_BEN));
    const server = await serve(folder);
    const anna = await signIn(server.address, tokens.anna!);
    await printedBy(['review', 'link', folder, '--revoke', 'anna']);
    expect((await anna.get('/api/work')).status).toBe(401);
    const printed = await printedBy([
      'review',
      'link',
      folder,
      '--renew',
      'anna',
      '--address',
      server.address,
    ]);
    const token = /#link=([\w-]{43})$/m.exec(printed)![1]!;
    expect((await signIn(server.address, token)).session.name).toBe('anna');
    expect(server.said()).not.toMatch(new RegExp(`${token}|${tokens.anna}`));
  });
});

describe('a plan', () => {
  it.each([
    [['--reviewer', 'anna'], '1 reviewers for 2'],
    [['--reviewer', '../x', '--reviewer', 'b'], 'the name "../x"'],
    [['--reviewer', 'anna', '--reviewer', 'Anna'], 'the name Anna twice'],
    [['--reviewer', 'a', '--reviewer', 'b', '--adjudicator', 'a'], 'the name a twice'],
    [['--reviewer', 'a', '--reviewer', 'b', '--leaves', 'c'], 'nobody called c'],
  ])('refuses %j', async (args, said) => {
    const folder = reviewFolder(2);
    const { code, stderr } = await r2med(['review', 'plan', folder, ...args]);
    expect(code).toBe(2);
    expect(stderr).toContain(said);
    expect(existsSync(join(folder, 'plan.json'))).toBe(false);
  });

  it.each([
    ['{"id":1}\n', 'items.jsonl:1: id: '],
    ['', 'no items'],
    ['{"id":\n', 'items.jsonl:1: a line that is not JSON'],
    [
      `${JSON.stringify(reviewItem('a'))}\n${JSON.stringify(reviewItem('a'))}\n`,
      'items.jsonl:2: item a a second time',
    ],
    [`${JSON.stringify({ ...reviewItem('a'), questions: [] })}\n`, 'items.jsonl:1: questions: '],
  ])('refuses items such as %j', async (content, said) => {
    const folder = reviewFolder(1);
    writeFileSync(join(folder, 'items.jsonl'), content);
    const { code, stderr } = await r2med(['review', 'plan', folder, ...ANNA_AND_BEN]);
    expect(code).toBe(2);
    expect(stderr).toContain(said);
  });

  it('keeps links and answers when people join, leave or come back, and when items are added', async () => {
    const folder = reviewFolder(30);
    const tokens = tokensOf(await plan(folder, ...ANNA_AND_BEN, '--shared', '5'));
    const before = JSON.parse(readFileSync(join(folder, 'plan.json'), 'utf8'));
    appendFileSync(join(folder, 'items.jsonl'), `${JSON.stringify(reviewItem('new'))}\n`);
    const joined = await plan(folder, '--reviewer', 'dan');
    expect(joined.items).toBe(31);
    expect(Object.keys(tokensOf(joined))).toEqual(['dan']);
    const after = JSON.parse(readFileSync(join(folder, 'plan.json'), 'utf8'));
    expect(after.id).toBe(before.id);
    const server = await serve(folder);
    expect((await signIn(server.address, tokens.anna!)).session.name).toBe('anna');
    await server.stop();
    await plan(folder, '--leaves', 'ben');
    await expect(serve(folder).then(({ address }) => signIn(address, tokens.ben!))).rejects.toThrow('401');
    await running.pop()!.kill();
    expect(Object.keys(tokensOf(await plan(folder, '--reviewer', 'ben')))).toEqual(['ben']);
    const { code, stderr } = await r2med(['review', 'plan', folder, '--seed', '9']);
    expect({ code, said: stderr.includes('leave out --seed') }).toEqual({ code: 2, said: true });
  });
});

describe('export', () => {
  it('has every event, what counts, and no names where they are not wanted', async () => {
    const items = [reviewItem('a', { group: 'heart' }), reviewItem('b', { group: 'lung' })];
    const labels = items.map(({ id }) => ({ item: id, question: 'relevance', value: 'yes', by: 'judge' }));
    const folder = reviewFolder(items, labels);
    const tokens = tokensOf(await plan(folder, ...ANNA_AND_BEN, '--adjudicator', 'cara'));
    const server = await serve(folder);
    const [anna, ben, cara] = await Promise.all(
      ['anna', 'ben', 'cara'].map((name) => signIn(server.address, tokens[name]!)),
    );
    const { next } = await workOf(anna!);
    const first = answerTo(next!, 'no', {
      answers: [{ question: 'relevance', value: 'no', reason: '=HYPERLINK("x")' }],
    });
    await anna!.post('/api/answers', first);
    await anna!.post('/api/answers', { ...answerTo(next!, 'partly'), replaces: first.id });
    for (const browser of [anna!, ben!])
      for (let { next } = await workOf(browser); next; )
        next = ((await browser.post('/api/answers', answerTo(next))).json as ReviewWork).next;
    const { next: disputed } = (await cara!.get('/api/adjudication')).json as AdjudicationWork;
    await cara!.post('/api/decisions', {
      ...{ id: randomUUID(), item: disputed!.key, basis: disputed!.basis, seconds: 9 },
      decisions: [{ question: 'relevance', value: 'no', reason: 'not in the text' }],
    });
    await server.stop();
    const out = join(temporaryFolder(), 'out');
    const read = (name: string): string => readFileSync(join(out, name), 'utf8');
    await printedBy(['review', 'export', folder, '--out', out]);
    expect(linesOf(join(out, 'trail.jsonl')).map((line) => JSON.parse(line).sequence)).toEqual([
      1, 2, 3, 4, 5, 6,
    ]);
    const rows = read('answers.csv').trim().split('\r\n');
    expect(rows).toHaveLength(7);
    expect(rows[1]).toContain(`"'=HYPERLINK(""x"")"`);
    expect(rows.map((row) => row.split(',').at(-1))).toEqual([
      'counts',
      'no',
      'yes',
      'yes',
      'yes',
      'yes',
      'yes',
    ]);
    expect(read('decisions.csv')).toMatch(/relevance,no,adjudicated,not in the text/);
    expect(read('agreement.md')).toContain('Models and rules against the review');
    expect(JSON.parse(read('agreement.json')).models[0]).toMatchObject({ decided: 2, overturned: 1 });
    const again = join(temporaryFolder(), 'again');
    await printedBy(['review', 'export', folder, '--out', again, '--pseudonyms']);
    for (const name of ['trail.jsonl', 'answers.csv', 'plan.json', 'agreement.json', 'agreement.md']) {
      const text = readFileSync(join(again, name), 'utf8');
      expect(text, name).not.toMatch(/anna|ben|cara/);
      expect(text, name).toMatch(/R1/);
    }
    const [named, hidden] = [out, again].map((each) =>
      JSON.parse(readFileSync(join(each, 'agreement.json'), 'utf8')),
    );
    expect(hidden.questions).toMatchObject([
      { over: 'relevance', report: { pairs: named.questions[0].report.pairs } },
    ]);
    expect(await printedBy(['review', 'agreement', folder])).toContain('Reviewers with each other');
  });
});
