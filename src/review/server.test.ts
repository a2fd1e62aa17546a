import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { ask, type ReviewBrowser, reviewFolder, reviewItem, signIn } from '../../test/review-folder.js';
import type {
  AdjudicationWork,
  ReviewError,
  ReviewHistory,
  ReviewWork,
  ShownItem,
} from '../page-data/index.js';
import { renewLink, revokeLink } from './links.js';
import { makePlan, type PlanOptions } from './make-plan.js';
import { type ServedReview, type ServeReviewOptions, serveReview } from './server.js';

const FILES = new Map([
  ['index.html', { type: 'text/html; charset=utf-8', bytes: new TextEncoder().encode('the page') }],
]);

const open: ServedReview[] = [];
afterEach(async () => {
  for (const served of open.splice(0)) await served.close();
});

const PEOPLE = { reviewers: ['anna', 'ben'], adjudicators: ['cara'] };

const started = async (folder: string, more: Partial<ServeReviewOptions> = {}): Promise<ServedReview> => {
  const served = await serveReview({ folder, files: FILES, note: () => {}, ...more });
  open.push(served);
  return served;
};

/** A review that is served, and the browser of everybody in it. */
const review = async (folder = reviewFolder(), options: PlanOptions = PEOPLE) => {
  const { tokens } = await makePlan(folder, options);
  const served = await started(folder);
  const browsers: Record<string, ReviewBrowser> = {};
  for (const [name, token] of tokens) browsers[name] = await signIn(served.origin, token);
  return { folder, served, tokens, ...(browsers as Record<'anna' | 'ben' | 'cara', ReviewBrowser>) };
};

const work = async (browser: ReviewBrowser): Promise<ReviewWork> =>
  (await browser.get('/api/work')).json as ReviewWork;

const answerTo = (item: ShownItem, value = 'yes', more: object = {}) => ({
  id: randomUUID(),
  item: item.key,
  version: item.version,
  answers: item.questions.map(({ name }) => ({ question: name, value })),
  seconds: 12,
  ...more,
});

const trailOf = (folder: string, name: string): readonly { readonly id: string; readonly type: string }[] =>
  readFileSync(join(folder, 'answers', `${name}.jsonl`), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** Answers everything with these values, in the order of the ids of the items. */
const answerAll = async (browser: ReviewBrowser, value: (item: ShownItem) => string): Promise<void> => {
  for (let { next } = await work(browser); next; ) {
    const { status, json, text } = await browser.post('/api/answers', answerTo(next, value(next)));
    expect(status, text).toBe(200);
    next = (json as ReviewWork).next;
  }
};

describe('reviewing', () => {
  it('two reviewers at once get their own items, and every answer is on the disk when the response comes', async () => {
    const { folder, anna, ben } = await review();
    await Promise.all(
      [anna, ben].map(async (browser) => {
        for (let { next } = await work(browser); next; ) {
          const request = answerTo(next);
          const { status, json } = await browser.post('/api/answers', request);
          expect(status).toBe(200);
          expect(trailOf(folder, browser.session.name).at(-1)).toMatchObject({ id: request.id });
          next = (json as ReviewWork).next;
        }
      }),
    );
    expect((await work(anna)).progress).toEqual({ assigned: 4, done: 4, skipped: 0, secondsPerItem: 12 });
    await open.splice(0)[0]!.close();
    expect(readFileSync(join(folder, 'decisions.jsonl'), 'utf8').trim().split('\n')).toHaveLength(4);
  });

  it('a request that is sent again changes nothing, and an id with other content is refused', async () => {
    const { folder, anna } = await review();
    const { next } = await work(anna);
    const request = answerTo(next!);
    const [first, again] = await Promise.all([
      anna.post('/api/answers', request),
      anna.post('/api/answers', request),
    ]);
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.json).toEqual(first.json);
    expect(trailOf(folder, 'anna')).toHaveLength(1);
    const other = await anna.post('/api/answers', answerTo(next!, 'no', { id: request.id }));
    expect(other.status).toBe(409);
    expect(trailOf(folder, 'anna')).toHaveLength(1);
  });

  it('an answer can be taken back; the trail keeps both, and the last one counts', async () => {
    const { folder, anna } = await review();
    const { next } = await work(anna);
    const first = answerTo(next!, 'yes');
    const after = (await anna.post('/api/answers', first)).json as ReviewWork;
    expect(after.previous).toBe(next!.key);
    const shown = (await anna.get(`/api/items/${after.previous}`)).json as ShownItem;
    expect(shown.answer).toMatchObject({ id: first.id, answers: [{ question: 'relevance', value: 'yes' }] });
    const changed = answerTo(next!, 'no', { replaces: first.id });
    expect((await anna.post('/api/answers', changed)).status).toBe(200);
    expect(trailOf(folder, 'anna').map(({ id }) => id)).toEqual([first.id, changed.id]);
    const { items } = (await anna.get('/api/history')).json as ReviewHistory;
    expect(items).toMatchObject([{ key: next!.key, number: 1 }]);
    expect((await work(anna)).progress).toMatchObject({ done: 1, secondsPerItem: 24 });
  });

  it('of two windows the second learns what the first one saved', async () => {
    const { anna } = await review();
    const { next } = await work(anna);
    const first = answerTo(next!, 'yes');
    await anna.post('/api/answers', first);
    const late = await anna.post('/api/answers', answerTo(next!, 'no'));
    expect(late.status).toBe(409);
    expect((late.json as ReviewError).current).toMatchObject({ answer: { id: first.id } });
    const stale = await anna.post('/api/answers', answerTo(next!, 'no', { replaces: randomUUID() }));
    expect(stale.status).toBe(409);
  });

  it('an item can be skipped with a reason only', async () => {
    const { anna } = await review();
    const { next } = await work(anna);
    const { answers: _, ...bare } = answerTo(next!);
    expect((await anna.post('/api/answers', bare)).status).toBe(400);
    expect((await anna.post('/api/answers', { ...bare, skipped: ' ' })).status).toBe(400);
    expect((await anna.post('/api/answers', { ...answerTo(next!), skipped: 'both' })).status).toBe(400);
    const skipped = await anna.post('/api/answers', { ...bare, skipped: 'not my field' });
    expect((skipped.json as ReviewWork).progress).toMatchObject({ done: 1, skipped: 1 });
  });

  it('a break starts once, outlives the server, and ends with the next answer', async () => {
    const { folder, served, anna, tokens } = await review();
    const start = { id: randomUUID(), action: 'start' };
    const on = (await anna.post('/api/breaks', start)).json as ReviewWork;
    expect(on.onBreak).toBeDefined();
    await anna.post('/api/breaks', start);
    await anna.post('/api/breaks', { ...start, id: randomUUID() });
    expect(trailOf(folder, 'anna')).toHaveLength(1);
    open.splice(open.indexOf(served), 1);
    await served.close();
    const again = await signIn((await started(folder)).origin, tokens.get('anna')!);
    const { onBreak, next } = await work(again);
    expect(onBreak).toBe(on.onBreak);
    const after = (await again.post('/api/answers', answerTo(next!))).json as ReviewWork;
    expect(after.onBreak).toBeUndefined();
    await again.post('/api/breaks', { id: randomUUID(), action: 'end' });
    expect(trailOf(folder, 'anna')).toHaveLength(2);
  });
});

describe('adjudication', () => {
  it('opens an item when its reviewers are done, side by side without names, and decides it', async () => {
    const { folder, anna, ben, cara } = await review(reviewFolder(2));
    const seen = async (): Promise<AdjudicationWork> =>
      (await cara.get('/api/adjudication')).json as AdjudicationWork;
    const { next: item } = await work(anna);
    const reason = { answers: [{ question: 'relevance', value: 'yes', reason: 'says so in line 1' }] };
    await anna.post('/api/answers', answerTo(item!, 'yes', reason));
    expect(await seen()).toEqual({ progress: { open: 0, decided: 0, waiting: 2, agreed: 0 }, items: [] });
    expect((await cara.get(`/api/adjudication/${item!.key}`)).status).toBe(404);
    await answerAll(ben, ({ key }) => (key === item!.key ? 'no' : 'yes'));
    await answerAll(anna, () => 'yes');
    const { progress, next } = await seen();
    expect(progress).toEqual({ open: 1, decided: 0, waiting: 0, agreed: 1 });
    const [question] = next!.questions;
    expect(question!.disputed).toBe(true);
    expect(question!.answers.map(({ by }) => by)).toEqual(['A', 'B']);
    expect(question!.answers).toContainEqual({
      by: expect.any(String),
      value: 'yes',
      reason: 'says so in line 1',
    });
    expect(JSON.stringify(next)).not.toMatch(/anna|ben/);

    const decision = {
      ...{ id: randomUUID(), item: next!.key, basis: next!.basis, seconds: 30 },
      decisions: [{ question: 'relevance', value: 'partly', reason: 'only half of it' }],
    };
    const without = { ...decision, decisions: [{ question: 'relevance', value: 'partly', reason: '' }] };
    expect((await cara.post('/api/decisions', without)).status).toBe(400);
    expect((await cara.post('/api/decisions', { ...decision, basis: 'another' })).status).toBe(409);
    const done = await cara.post('/api/decisions', decision);
    expect((done.json as AdjudicationWork).progress).toMatchObject({ open: 0, decided: 1 });
    expect((await cara.post('/api/decisions', decision)).status).toBe(200);
    expect(trailOf(folder, 'cara')).toHaveLength(1);

    const mine = (await anna.get(`/api/items/${item!.key}`)).json as ShownItem;
    expect(mine.locked).toBe(true);
    const late = await anna.post('/api/answers', answerTo(item!, 'no', { replaces: mine.answer!.id }));
    expect(late.status).toBe(409);
    await open.splice(0)[0]!.close();
    const decisions = readFileSync(join(folder, 'decisions.jsonl'), 'utf8').trim().split('\n');
    expect(
      decisions
        .map((line) => JSON.parse(line))
        .map(({ value, rule }) => [value, rule])
        .sort(),
    ).toEqual([
      ['partly', 'adjudicated'],
      ['yes', 'unanimous'],
    ]);
  });

  it('a decision about answers that were changed meanwhile is refused', async () => {
    const { anna, ben, cara } = await review(reviewFolder(1));
    const { next: item } = await work(anna);
    const first = answerTo(item!, 'yes');
    await anna.post('/api/answers', first);
    await ben.post('/api/answers', answerTo(item!, 'no'));
    const { next } = (await cara.get('/api/adjudication')).json as AdjudicationWork;
    await anna.post('/api/answers', answerTo(item!, 'partly', { replaces: first.id }));
    const late = await cara.post('/api/decisions', {
      ...{ id: randomUUID(), item: next!.key, basis: next!.basis, seconds: 3 },
      decisions: [{ question: 'relevance', value: 'no', reason: 'as it was' }],
    });
    expect(late.status).toBe(409);
    const { currentDecision } = late.json as ReviewError;
    expect(currentDecision!.questions[0]!.answers.map(({ value }) => value).sort()).toEqual(['no', 'partly']);
  });

  it('an item that one of two reviewers could not judge is disputed', async () => {
    const { anna, ben, cara } = await review(reviewFolder(1));
    const { next: item } = await work(anna);
    const { answers: _, ...bare } = answerTo(item!);
    await anna.post('/api/answers', { ...bare, skipped: 'not my field' });
    await ben.post('/api/answers', answerTo(item!));
    const { next } = (await cara.get('/api/adjudication')).json as AdjudicationWork;
    expect(next).toMatchObject({ skipped: [{ reason: 'not my field' }], questions: [{ disputed: true }] });
  });
});

describe('who is answered', () => {
  it('nobody without a link, and nobody after it was revoked or renewed', async () => {
    const { folder, served, anna } = await review();
    for (const path of ['/api/session', '/api/work', '/api/history', '/api/adjudication', '/api/items/x'])
      expect((await ask(served.origin, path)).status, path).toBe(401);
    const forged = { cookie: `${anna.cookie.split('=')[0]}=${'A'.repeat(43)}` };
    expect((await ask(served.origin, '/api/session', { headers: forged })).status).toBe(401);
    await renewLink(folder, 'anna');
    expect((await anna.get('/api/work')).status).toBe(401);
    const again = await signIn(served.origin, await renewLink(folder, 'anna'));
    expect((await again.get('/api/work')).status).toBe(200);
    await revokeLink(folder, 'anna');
    expect((await again.get('/api/work')).status).toBe(401);
  });

  it('wrong links are refused without a look after some, right ones never', async () => {
    const { served, tokens } = await review();
    const statuses = [];
    for (let i = 0; i < 40; i++)
      statuses.push(
        await signIn(served.origin, `wrong-${i}`).catch((error: Error) => error.message.slice(0, 3)),
      );
    expect(new Set(statuses)).toEqual(new Set(['401', '429']));
    expect((await signIn(served.origin, tokens.get('anna')!)).session.name).toBe('anna');
  });

  it('a page whose link was replaced by another in the same browser sends nothing in its name', async () => {
    const { folder, anna, ben } = await review();
    const { next } = await work(anna);
    const mixed = await anna.post('/api/answers', answerTo(next!), { cookie: ben.cookie });
    expect(mixed.status).toBe(401);
    expect(trailOf(folder, 'ben')).toEqual([]);
  });

  it('each role has its own routes', async () => {
    const { anna, cara } = await review();
    const { next } = await work(anna);
    for (const path of ['/api/adjudication', `/api/adjudication/${next!.key}`])
      expect((await anna.get(path)).status, path).toBe(403);
    expect((await anna.post('/api/decisions', {})).status).toBe(403);
    for (const path of ['/api/work', '/api/history', `/api/items/${next!.key}`])
      expect((await cara.get(path)).status, path).toBe(403);
    for (const path of ['/api/answers', '/api/breaks'])
      expect((await cara.post(path, {})).status, path).toBe(403);
  });

  it('a reviewer reads nothing of others, of models or of the assignment', async () => {
    const items = [1, 2, 3, 4].map((i) =>
      reviewItem(`secret-id-${i}`, {
        group: 'secret-group',
        texts: [{ label: 'Query', text: `query ${i}` }],
      }),
    );
    const folder = reviewFolder(items, [
      { item: 'secret-id-1', question: 'relevance', value: 'partly', by: 'secret-model' },
    ]);
    const { anna, ben, tokens } = await review(folder, { ...PEOPLE, perItem: 1, shared: 1 });
    const reason = { answers: [{ question: 'relevance', value: 'no', reason: 'secret-reason' }] };
    const { next } = await work(ben);
    await ben.post('/api/answers', answerTo(next!, 'no', reason));
    const foreign: string[] = [];
    for (let { next } = await work(ben); next; ) {
      foreign.push(next.key);
      next = ((await ben.post('/api/answers', answerTo(next, 'no', reason))).json as ReviewWork).next;
    }
    const own: string[] = [];
    const read: string[] = [];
    for (let { next } = await work(anna); next; ) {
      own.push(next.key);
      const { text, json } = await anna.post('/api/answers', answerTo(next));
      read.push(text);
      next = (json as ReviewWork).next;
    }
    for (const key of own) read.push((await anna.get(`/api/items/${key}`)).text);
    for (const path of ['/api/work', '/api/history', '/api/session']) read.push((await anna.get(path)).text);
    expect(foreign.filter((key) => !own.includes(key)).length).toBeGreaterThan(0);
    for (const key of foreign.filter((each) => !own.includes(each))) {
      expect((await anna.get(`/api/items/${key}`)).status).toBe(404);
      const theirs = (await ben.get(`/api/items/${key}`)).json as ShownItem;
      expect((await anna.post('/api/answers', answerTo(theirs))).status).toBe(404);
    }
    for (const text of read) expect(text).not.toMatch(/secret-(id|group|model|reason)|"ben"|cara/);
    for (const token of tokens.values())
      for (const file of ['plan.json', 'answers/anna.jsonl', 'links/anna.json'])
        expect(readFileSync(join(folder, file), 'utf8')).not.toContain(token);
  });

  it.each([
    '/api/items/../adjudication',
    '/api/items/%2e%2e/adjudication',
    '/api/items/..%2fadjudication',
    '/api/items/secret-id-1',
    '/api/items/item-1',
    '/api/items/__proto__',
    '/api/items/constructor',
    '/api/items/%00',
    '/api/items/%',
    '/plan.json',
    '/answers/ben.jsonl',
    '/../plan.json',
    '/%2e%2e/plan.json',
    '/labels.jsonl',
    '//etc/passwd',
  ])('a trick with a path leads nowhere: %s', async (path) => {
    const { anna } = await review();
    const { status, text } = await anna.get(path);
    expect([400, 401, 403, 404]).toContain(status);
    expect(text).not.toMatch(/Query of|"seed"|\n\s+at /);
  });

  it('no other host name, no other origin, no request that does not say where it comes from', async () => {
    const { served, anna } = await review();
    const { port } = served;
    for (const host of ['evil.example', `evil.example:${port}`, 'localhost:1'])
      expect((await anna.get('/api/work', { host })).status, host).toBe(421);
    const { next } = await work(anna);
    for (const origin of ['http://evil.example', 'null', `https://127.0.0.1:${port}`])
      expect((await anna.post('/api/answers', answerTo(next!), { origin })).status, origin).toBe(403);
    const headers = { cookie: anna.cookie, 'x-review-as': 'anna', 'content-type': 'application/json' };
    const body = JSON.stringify(answerTo(next!));
    expect((await ask(served.origin, '/api/answers', { method: 'POST', headers, body })).status).toBe(403);
    const crossSite = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' };
    expect((await anna.post('/api/answers', answerTo(next!), crossSite)).status).toBe(403);
    const form = { 'content-type': 'text/plain' };
    expect((await anna.post('/api/answers', answerTo(next!), form)).status).toBe(415);
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS'])
      expect((await ask(served.origin, '/api/answers', { method, headers })).status, method).toBe(405);
    expect((await work(anna)).progress.done).toBe(0);
  });

  it('behind TLS: only what came encrypted, under the one name, with cookies for TLS alone', async () => {
    const folder = reviewFolder();
    const { tokens } = await makePlan(folder, PEOPLE);
    const { port, origin } = await started(folder, { behindTls: 'https://review.example.org' });
    expect(origin).toBe('https://review.example.org');
    const local = `http://127.0.0.1:${port}`;
    const passed = { host: 'review.example.org', 'x-forwarded-proto': 'https' };
    const sent = { ...passed, origin, 'content-type': 'application/json' };
    const body = JSON.stringify({ token: tokens.get('anna') });
    expect((await ask(local, '/')).status).toBe(421);
    expect((await ask(local, '/', { headers: { host: 'review.example.org' } })).status).toBe(403);
    expect((await ask(local, '/', { headers: { ...passed, 'x-forwarded-proto': 'http' } })).status).toBe(403);
    expect((await ask(local, '/', { headers: passed })).status).toBe(200);
    const answer = await ask(local, '/api/session', { method: 'POST', headers: sent, body });
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^__Host-r2med-review-[0-9a-f]{12}=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    const cookie = String(answer.headers['set-cookie']).split(';', 1)[0]!;
    const mine = await ask(local, '/api/session', { headers: { ...passed, cookie } });
    expect(mine.json).toMatchObject({ name: 'anna' });
  });

  it('signing out ends the session of the browser, and the page has the strict policy', async () => {
    const { served, anna } = await review();
    const out = await anna.post('/api/session/end', {});
    expect(String(out.headers['set-cookie'])).toContain('Max-Age=0');
    const page = await ask(served.origin, '/');
    expect(page.text).toBe('the page');
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'/);
    expect((await anna.get('/api/work')).headers['cache-control']).toBe('no-store');
  });
});
