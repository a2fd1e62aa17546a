import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { ask, reviewFolder, reviewItem, signIn } from '../../../test/support/review-folder.js';
import {
  answerTo,
  closeReviews,
  PEOPLE,
  review,
  startReview,
  trailOf,
  workOf,
} from '../../../test/support/served-review.js';
import { makeReviewPlan, renewLink, revokeLink } from '../../benchmarks/review/index.js';
import type { ReviewWork, ShownItem } from '../page-data/index.js';

afterEach(closeReviews);

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
    const { next } = await workOf(anna);
    const mixed = await anna.post('/api/answers', answerTo(next!), { cookie: ben.cookie });
    expect(mixed.status).toBe(401);
    expect(trailOf(folder, 'ben')).toEqual([]);
  });

  it('each role has its own routes', async () => {
    const { anna, cara } = await review();
    const { next } = await workOf(anna);
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
    const { next } = await workOf(ben);
    await ben.post('/api/answers', answerTo(next!, 'no', reason));
    const foreign: string[] = [];
    for (let { next } = await workOf(ben); next; ) {
      foreign.push(next.key);
      next = ((await ben.post('/api/answers', answerTo(next, 'no', reason))).json as ReviewWork).next;
    }
    const own: string[] = [];
    const read: string[] = [];
    for (let { next } = await workOf(anna); next; ) {
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
    const { next } = await workOf(anna);
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
    expect((await workOf(anna)).progress.done).toBe(0);
  });

  it('behind TLS: only what came encrypted, under the one name, with cookies for TLS alone', async () => {
    const folder = reviewFolder();
    const { tokens } = await makeReviewPlan(folder, PEOPLE);
    const { port, origin } = await startReview(folder, { behindTls: 'https://review.example.org' });
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
