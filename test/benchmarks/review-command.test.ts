import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AdjudicationWork, ReviewWork } from '../../src/web/page-data/index.js';
import { temporaryFolder } from '../support/command.js';
import { printedBy, r2med } from '../support/in-process.js';
import { ANNA_AND_BEN, linesOf, plan, serve, tokensOf } from '../support/planned-review.js';
import { reviewFolder, reviewItem, signIn } from '../support/review-folder.js';
import { answerTo, workOf } from '../support/served-review.js';

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
    const without = await serve(folder);
    await expect(signIn(without.address, tokens.ben!)).rejects.toThrow('401');
    await without.kill();
    expect(Object.keys(tokensOf(await plan(folder, '--reviewer', 'ben')))).toEqual(['ben']);
    const { code, stderr } = await r2med(['review', 'plan', folder, '--seed', '9']);
    expect({ code, said: stderr.includes('leave out --seed') }).toEqual({ code: 2, said: true });
  });
});

describe('a trail', () => {
  it.each([
    ['question', 'xxx'],
    ['value', 'perhaps'],
  ])('with a %s that nobody was shown is refused', async (field, other) => {
    const folder = reviewFolder(2);
    const tokens = tokensOf(await plan(folder, ...ANNA_AND_BEN));
    const server = await serve(folder);
    const anna = await signIn(server.address, tokens.anna!);
    await anna.post('/api/answers', answerTo((await workOf(anna)).next!));
    await server.stop();
    const trail = join(folder, 'answers', 'anna.jsonl');
    const [event] = linesOf(trail).map((line) => JSON.parse(line));
    event.answers[0][field] = other;
    writeFileSync(trail, `${JSON.stringify(event)}\n`);
    for (const command of [['agreement'], ['status'], ['export', '--out', temporaryFolder()]]) {
      const { code, stderr } = await r2med(['review', command[0]!, folder, ...command.slice(1)]);
      expect(code).toBe(2);
      expect(stderr).toMatch(new RegExp(`anna\\.jsonl: .*"${other}".*\\n {2}Fix: restore`));
    }
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
    expect(readFileSync(join(again, 'decisions.jsonl'), 'utf8')).toBe(read('decisions.jsonl'));
    const [named, hidden] = [out, again].map((each) =>
      JSON.parse(readFileSync(join(each, 'agreement.json'), 'utf8')),
    );
    expect(hidden.questions).toMatchObject([
      { over: 'relevance', report: { pairs: named.questions[0].report.pairs } },
    ]);
    expect(await printedBy(['review', 'agreement', folder])).toContain('Reviewers with each other');
  });
});

it('every part that says something is silent on request, and export prints JSON', async () => {
  const folder = reviewFolder(2);
  const out = join(temporaryFolder(), 'trail');
  const parts = [
    ['plan', folder, ...ANNA_AND_BEN],
    ['status', folder],
    ['agreement', folder],
    ['export', folder, '--out', out],
  ];
  for (const words of parts) {
    const { code, stdout, stderr } = await r2med(['review', ...words, '--quiet']);
    expect([words[0], code, stderr]).toEqual([words[0], 0, '']);
    expect(stdout).not.toBe('');
  }
  const loud = await r2med(['review', 'plan', folder, '--reviewer', 'dan']);
  expect(loud.stderr).toMatch(/^\n2 items, 2 reviewers each.*\nNext: r2med review serve /);
  const { files } = JSON.parse(await printedBy(['review', 'export', folder, '--out', out, '--json']));
  expect(files).toContain('trail.jsonl');
  for (const name of files) expect(existsSync(join(out, name))).toBe(true);
});
