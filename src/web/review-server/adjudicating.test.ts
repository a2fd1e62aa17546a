import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { reviewFolder } from '../../../test/support/review-folder.js';
import {
  answerAll,
  answerTo,
  closeReviews,
  PEOPLE,
  review,
  trailOf,
  workOf,
} from '../../../test/support/served-review.js';
import type { AdjudicationWork, ReviewError, ShownItem } from '../page-data/index.js';

afterEach(closeReviews);

describe('adjudication', () => {
  it('opens an item when its reviewers are done, side by side without names, and decides it', async () => {
    const { folder, anna, ben, cara } = await review(reviewFolder(2));
    const seen = async (): Promise<AdjudicationWork> =>
      (await cara.get('/api/adjudication')).json as AdjudicationWork;
    const { next: item } = await workOf(anna);
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
    await closeReviews();
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
    const { next: item } = await workOf(anna);
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

  it('shows names where the plan says so', async () => {
    const { anna, ben, cara } = await review(reviewFolder(1), { ...PEOPLE, named: true });
    const { next: item } = await workOf(anna);
    await anna.post('/api/answers', answerTo(item!, 'yes'));
    await ben.post('/api/answers', answerTo(item!, 'no'));
    const { next } = (await cara.get('/api/adjudication')).json as AdjudicationWork;
    expect(next!.questions[0]!.answers.map(({ by }) => by).sort()).toEqual(['anna', 'ben']);
  });

  it('an item that one of two reviewers could not judge is disputed', async () => {
    const { anna, ben, cara } = await review(reviewFolder(1));
    const { next: item } = await workOf(anna);
    const { answers: _, ...bare } = answerTo(item!);
    await anna.post('/api/answers', { ...bare, skipped: 'not my field' });
    await ben.post('/api/answers', answerTo(item!));
    const { next } = (await cara.get('/api/adjudication')).json as AdjudicationWork;
    expect(next).toMatchObject({ skipped: [{ reason: 'not my field' }], questions: [{ disputed: true }] });
  });
});
