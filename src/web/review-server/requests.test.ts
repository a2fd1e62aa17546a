import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, type ReviewBrowser, reviewFolder, signIn } from '../../../test/support/review-folder.js';
import { makeReviewPlan } from '../../benchmarks/review/index.js';
import type { ReviewWork } from '../page-data/index.js';
import { type ServedReview, serveReview } from './server.js';

let served: ServedReview;
let folder: string;
const browsers = new Map<string, ReviewBrowser>();
const noted: string[] = [];

beforeAll(async () => {
  folder = reviewFolder(2);
  const { tokens } = await makeReviewPlan(folder, { reviewers: ['anna', 'ben'], adjudicators: ['cara'] });
  served = await serveReview({ folder, files: new Map(), note: (line) => noted.push(line) });
  for (const [name, token] of tokens) browsers.set(name, await signIn(served.origin, token));
});
afterAll(() => served?.close());

const ROUTES = [
  ['anna', '/api/answers'],
  ['anna', '/api/breaks'],
  ['cara', '/api/decisions'],
  ['anna', '/api/session'],
] as const;

/** What a page sends, with some of it replaced, left out or added. */
const almost = (valid: object): fc.Arbitrary<unknown> =>
  fc
    .tuple(
      fc.constantFrom(...Object.keys(valid), 'extra', '__proto__', 'constructor'),
      fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constant(undefined), fc.constant(1e308), fc.string()),
    )
    .map(([name, value]) => ({ ...valid, [name]: value }));

const mustBeRefused = async (name: string, path: string, body: string): Promise<void> => {
  const { status, text, json } = await browsers.get(name)!.post(path, body);
  expect([400, 401, 404, 409, 413, 429], `${status} ${text}`).toContain(status);
  expect(json).toMatchObject({ error: expect.stringMatching(/^[A-Z"].*[.]$/s) });
  expect(text).not.toContain(folder);
  expect(text).not.toMatch(/\bat .*\.(ts|js):\d/);
};

describe('a request that no page sends', () => {
  it.each(ROUTES)('of %s to %s is refused with a sentence, whatever its body', async (name, path) => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.json(), fc.string(), fc.constant('')), (body) =>
        mustBeRefused(name, path, body),
      ),
      { numRuns: 150 },
    );
  });

  it('is refused also where it is almost right, and leaves no trace', async () => {
    const { next } = (await browsers.get('anna')!.get('/api/work')).json as ReviewWork;
    const valid = {
      id: randomUUID(),
      item: next!.key,
      version: next!.version,
      answers: [{ question: 'relevance', value: 'yes' }],
      seconds: 1,
    };
    const isStillValid = (body: object): boolean => {
      const { id, seconds, skipped, replaces, ...rest } = body as typeof valid & {
        skipped?: string;
        replaces?: string;
      };
      const { id: _, seconds: __, ...same } = valid;
      return (
        /^[\w-]{8,64}$/.test(String(id)) &&
        typeof seconds === 'number' &&
        skipped === undefined &&
        replaces === undefined &&
        JSON.stringify(rest) === JSON.stringify(same)
      );
    };
    await fc.assert(
      fc.asyncProperty(
        almost(valid).filter((body) => !isStillValid(JSON.parse(JSON.stringify(body)))),
        (body) => mustBeRefused('anna', '/api/answers', JSON.stringify(body)),
      ),
      { numRuns: 200 },
    );
    expect(readFileSync(join(folder, 'answers', 'anna.jsonl'), 'utf8')).toBe('');
  });

  it.each([
    ['a body that is too long', JSON.stringify({ id: 'x'.repeat(200_000) }), 413],
    ['a body that is nested deep', '['.repeat(50_000), 400],
    ['a body that is nested deep and whole', '['.repeat(5000) + ']'.repeat(5000), 400],
    ['two values', '{}{}', 400],
  ])('%s', async (_, body, status) => {
    expect((await browsers.get('anna')!.post('/api/answers', body)).status).toBe(status);
  });

  it.each([
    ['an answer outside the choices', { answers: [{ question: 'relevance', value: 'perhaps' }] }],
    ['an answer to no question', { answers: [] }],
    ['two answers to one question', { answers: [1, 2].map(() => ({ question: 'relevance', value: 'yes' })) }],
    ['a question of another item', { answers: [{ question: 'other', value: 'yes' }] }],
    ['time that runs backwards', { seconds: -1 }],
    ['more than a day', { seconds: 1e6 }],
    [
      'a reason that is a book',
      { answers: [{ question: 'relevance', value: 'yes', reason: 'x'.repeat(6000) }] },
    ],
  ])('%s', async (_, change) => {
    const { next } = (await browsers.get('anna')!.get('/api/work')).json as ReviewWork;
    const valid = { id: randomUUID(), item: next!.key, version: next!.version, seconds: 1 };
    const answers = [{ question: 'relevance', value: 'yes' }];
    await mustBeRefused('anna', '/api/answers', JSON.stringify({ ...valid, answers, ...change }));
  });

  it('never comes to a failure of the server', async () => {
    const strange = await ask(served.origin, '/api/answers', {
      method: 'POST',
      headers: { origin: served.origin, 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
      body: '\u0000\u0001',
    });
    expect(strange.status).toBe(401);
    expect(noted).toEqual([]);
  });
});
