import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { reviewFolder, reviewItem, signIn } from '../../../test/support/review-folder.js';
import {
  answerTo,
  closeReviews,
  review,
  startReview,
  trailOf,
  workOf,
} from '../../../test/support/served-review.js';
import type { ReviewError, ReviewHistory, ReviewWork, ShownItem } from '../page-data/index.js';

afterEach(closeReviews);

describe('reviewing', () => {
  it('two reviewers at once get their own items, and every answer is on the disk when the response comes', async () => {
    const { folder, anna, ben } = await review();
    await Promise.all(
      [anna, ben].map(async (browser) => {
        for (let { next } = await workOf(browser); next; ) {
          const request = answerTo(next);
          const { status, json } = await browser.post('/api/answers', request);
          expect(status).toBe(200);
          expect(trailOf(folder, browser.session.name).at(-1)).toMatchObject({ id: request.id });
          next = (json as ReviewWork).next;
        }
      }),
    );
    expect((await workOf(anna)).progress).toEqual({ assigned: 4, done: 4, skipped: 0, secondsPerItem: 12 });
    await closeReviews();
    expect(readFileSync(join(folder, 'decisions.jsonl'), 'utf8').trim().split('\n')).toHaveLength(4);
  });

  it('a request that is sent again changes nothing, and an id with other content is refused', async () => {
    const { folder, anna } = await review();
    const { next } = await workOf(anna);
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
    const { next } = await workOf(anna);
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
    expect((await workOf(anna)).progress).toMatchObject({ done: 1, secondsPerItem: 24 });
  });

  it('of two windows the second learns what the first one saved', async () => {
    const { anna } = await review();
    const { next } = await workOf(anna);
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
    const { next } = await workOf(anna);
    const { answers: _, ...bare } = answerTo(next!);
    expect((await anna.post('/api/answers', bare)).status).toBe(400);
    expect((await anna.post('/api/answers', { ...bare, skipped: ' ' })).status).toBe(400);
    expect((await anna.post('/api/answers', { ...answerTo(next!), skipped: 'both' })).status).toBe(400);
    const skipped = await anna.post('/api/answers', { ...bare, skipped: 'not my field' });
    expect((skipped.json as ReviewWork).progress).toMatchObject({ done: 1, skipped: 1 });
  });

  it('an item that was changed is asked again, and an answer to its old text is refused', async () => {
    const { folder, anna, tokens } = await review(reviewFolder([reviewItem('a')]));
    const { next: old } = await workOf(anna);
    await anna.post('/api/answers', answerTo(old!));
    await closeReviews();
    const texts = [{ label: 'Query', text: 'another text' }];
    writeFileSync(join(folder, 'items.jsonl'), `${JSON.stringify(reviewItem('a', { texts }))}\n`);
    const noted: string[] = [];
    const { origin } = await startReview(folder, { note: (line) => noted.push(line) });
    expect(noted).toEqual([expect.stringContaining('1 answers are to items that were changed')]);
    const again = await signIn(origin, tokens.get('anna')!);
    // The cookie of before opens the server that was started again.
    expect(again.cookie).toBe(anna.cookie);
    const { next, progress } = await workOf(again);
    expect({ done: progress.done, texts: next!.texts }).toEqual({ done: 0, texts });
    const late = await again.post('/api/answers', answerTo(old!));
    expect(late.status).toBe(409);
    expect((late.json as ReviewError).current!.texts).toEqual(texts);
    expect((await again.post('/api/answers', answerTo(next!))).status).toBe(200);
  });

  it('a break starts once, outlives the server, and ends with the next answer', async () => {
    const { folder, anna, tokens } = await review();
    const start = { id: randomUUID(), action: 'start' };
    const on = (await anna.post('/api/breaks', start)).json as ReviewWork;
    expect(on.onBreak).toBeDefined();
    await anna.post('/api/breaks', start);
    await anna.post('/api/breaks', { ...start, id: randomUUID() });
    expect(trailOf(folder, 'anna')).toHaveLength(1);
    await closeReviews();
    const again = await signIn((await startReview(folder)).origin, tokens.get('anna')!);
    const { onBreak, next } = await workOf(again);
    expect(onBreak).toBe(on.onBreak);
    const after = (await again.post('/api/answers', answerTo(next!))).json as ReviewWork;
    expect(after.onBreak).toBeUndefined();
    await again.post('/api/breaks', { id: randomUUID(), action: 'end' });
    expect(trailOf(folder, 'anna')).toHaveLength(2);
  });
});
