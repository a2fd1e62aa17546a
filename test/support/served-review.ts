import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeReviewPlan, type ReviewPlanOptions } from '../../src/benchmarks/review/make-plan.js';
import type { ReviewWork, ShownItem } from '../../src/web/page-data/index.js';
import {
  type ServedReview,
  type ServeReviewOptions,
  serveReview,
} from '../../src/web/review-server/server.js';
import { type ReviewBrowser, reviewFolder, signIn } from './review-folder.js';

const FILES = new Map([
  ['index.html', { type: 'text/html; charset=utf-8', bytes: new TextEncoder().encode('the page') }],
]);

const open: ServedReview[] = [];

/** Ends every review that is served: after each test, or within one. */
export const closeReviews = async (): Promise<void> => {
  for (const served of open.splice(0)) await served.close();
};

export const PEOPLE = { reviewers: ['anna', 'ben'], adjudicators: ['cara'] };

export const startReview = async (
  folder: string,
  more: Partial<ServeReviewOptions> = {},
): Promise<ServedReview> => {
  const served = await serveReview({ folder, files: FILES, note: () => {}, ...more });
  open.push(served);
  return served;
};

/** A review that is served, and the browser of everybody in it. */
export const review = async (folder = reviewFolder(), options: ReviewPlanOptions = PEOPLE) => {
  const { tokens } = await makeReviewPlan(folder, options);
  const served = await startReview(folder);
  const browsers: Record<string, ReviewBrowser> = {};
  for (const [name, token] of tokens) browsers[name] = await signIn(served.origin, token);
  return { folder, served, tokens, ...(browsers as Record<'anna' | 'ben' | 'cara', ReviewBrowser>) };
};

export const workOf = async (browser: ReviewBrowser): Promise<ReviewWork> =>
  (await browser.get('/api/work')).json as ReviewWork;

/** A request that answers all questions of an item. */
export const answerTo = (item: ShownItem, value = 'yes', more: object = {}) => ({
  id: randomUUID(),
  item: item.key,
  version: item.version,
  answers: item.questions.map(({ name }) => ({ question: name, value })),
  seconds: 12,
  ...more,
});

/** What is on the disk of somebody's answers. */
export const trailOf = (
  folder: string,
  name: string,
): readonly { readonly id: string; readonly type: string }[] =>
  readFileSync(join(folder, 'answers', `${name}.jsonl`), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** Answers everything that is left. */
export const answerAll = async (
  browser: ReviewBrowser,
  value: (item: ShownItem) => string,
): Promise<void> => {
  for (let { next } = await workOf(browser); next; ) {
    const { status, json, text } = await browser.post('/api/answers', answerTo(next, value(next)));
    if (status !== 200) throw new Error(text);
    next = (json as ReviewWork).next;
  }
};
