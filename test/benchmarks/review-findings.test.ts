import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { ownerName } from '../../src/platform/node/index.js';
import type { AdjudicationWork, ReviewWork, ShownItem } from '../../src/web/page-data/index.js';
import { endedProcess } from '../support/ended-process.js';
import { rows as rowsIn } from '../support/generating.js';
import { journey } from '../support/journey.js';
import { ANNA_AND_BEN, plan, tokensOf } from '../support/planned-review.js';
import { type ReviewBrowser, signIn } from '../support/review-folder.js';
import { answerTo, closeReviews, startReview, workOf } from '../support/served-review.js';
import { EVIDENCE, JUDGE_REPORT, passage } from '../support/small-construction.js';
import { jsonl, writtenFolder } from '../support/written-folder.js';

afterEach(closeReviews);

const ASSEMBLE = 'r2med build assemble --name Small --version 1.0.0';
const TASK = 'build/candidate/r2med/Small-Evidence';
const ITEMS = `r2med review findings findings.jsonl --data ${TASK} --out review`;

/** A candidate with a text that occurs twice and one that nearly does. */
const candidate = () => {
  const { text } = passage('gout');
  const near = passage('near', { text: `${text} <b>now</b>`, end: text.length + 11 });
  const parts = { ...EVIDENCE, passages: [...EVIDENCE.passages!, passage('goitre', { id: 'again' }), near] };
  const files = Object.entries(parts).map(([name, own]) => [`build/${name}.jsonl`, jsonl(...own)]);
  return writtenFolder({
    ...Object.fromEntries(files),
    'build/judge.report.json': JSON.stringify(JUDGE_REPORT),
  });
};

const checkOf = ({ texts: [finding] }: Pick<ShownItem, 'texts'>): string => finding!.text.split(' ', 1)[0]!;

/** Answers every item by its check. */
const answer = async (browser: ReviewBrowser, actions: Readonly<Record<string, string>>, reason: string) => {
  for (let { next } = await workOf(browser); next; ) {
    const answers = [{ question: 'action', value: actions[checkOf(next)], reason }];
    const { status, json, text } = await browser.post('/api/answers', answerTo(next, '', { answers }));
    expect(status, text).toBe(200);
    next = (json as ReviewWork).next;
  }
};

it('findings of an audit become a release by the answers of reviewers', async () => {
  const folder = candidate();
  const { type, tryTo } = journey(folder);
  const lines = (path: string) => [...rowsIn(readFileSync(join(folder, path), 'utf8'))];
  expect((await tryTo(ASSEMBLE)).code).toBe(1);
  await type(`r2med audit --data ${TASK} --findings findings.jsonl`);
  // What a killed call left is no review.
  const ended = ownerName().replace(`-${process.pid}-`, `-${await endedProcess()}-`);
  mkdirSync(join(folder, 'review'));
  writeFileSync(join(folder, `review/items.jsonl.${ended}.unfinished`), '{"id": ');
  const { printed, said } = await type(ITEMS);
  expect(readdirSync(join(folder, 'review'))).toEqual(['items.jsonl']);
  expect([printed, said]).toEqual([
    'review\n',
    expect.stringMatching(/^4 items\.\nNext: r2med review plan /),
  ]);

  const refused = async (line: string, said: RegExp) => {
    const { code, stderr } = await tryTo(line);
    expect([code, stderr]).toEqual([2, expect.stringMatching(said)]);
  };
  await refused(ITEMS, /a folder that has items\.jsonl[\s\S]*choose another --out/);
  writeFileSync(join(folder, 'none.jsonl'), '');
  await refused(
    `r2med review findings none.jsonl --data ${TASK} --out other`,
    /none\.jsonl: no finding to review/,
  );
  await refused('r2med build repair --findings findings.jsonl --decisions review', /no plan of a review/);

  const review = join(folder, 'review');
  const tokens = tokensOf(await plan(review, ...ANNA_AND_BEN, '--adjudicator', 'cara'));
  const { origin } = await startReview(review);
  const [anna, ben, cara] = await Promise.all(
    ['anna', 'ben', 'cara'].map((name) => signIn(origin, tokens[name]!)),
  );
  const silent = answerTo((await workOf(anna!)).next!, 'keep');
  expect((await anna!.post('/api/answers', silent)).text).toContain('needs a reason');
  const agreed = { 'repeated-texts': 'merge', markup: 'keep' };
  await answer(
    anna!,
    { ...agreed, 'near-duplicates': 'merge', 'suspected-false-negatives': 'relevant' },
    'the same words',
  );
  await answer(
    ben!,
    { ...agreed, 'near-duplicates': 'keep', 'suspected-false-negatives': 'drop' },
    'as it says',
  );
  const { items } = (await cara!.get('/api/adjudication')).json as AdjudicationWork;
  const open = await Promise.all(items.map(({ key }) => cara!.get(`/api/adjudication/${key}`)));
  const disputed = open.map(({ json }) => json as NonNullable<AdjudicationWork['next']>);
  const near = disputed.find((item) => checkOf(item) === 'near-duplicates')!;
  const decision = { question: 'action', value: 'merge', reason: 'one word differs' };
  const sent = { id: randomUUID(), item: near.key, basis: near.basis, seconds: 3, decisions: [decision] };
  expect((await cara!.post('/api/decisions', sent)).status).toBe(200);
  await closeReviews();

  await refused(
    'r2med build repair --findings none.jsonl --decisions review',
    /a decision that is about no finding/,
  );
  // What is open in the review is not decided by a rule.
  const rules = `'{"suspected-false-negatives": "drop"}'`;
  const repaired = await type(
    `r2med build repair --findings findings.jsonl --rules ${rules} --decisions review --json`,
  );
  expect(JSON.parse(repaired.printed)).toMatchObject({ in: 4, out: 3, held: { 'open in the review': 1 } });
  const both = {
    by: 'review: R1 and R2 (unanimous)',
    reason: expect.stringMatching(/the same words; |; the same/),
  };
  expect(lines('build/repairs.jsonl')).toMatchObject([
    { check: 'repeated-texts', action: 'merge', ...both },
    { check: 'near-duplicates', action: 'merge', by: 'review: A1 (adjudicated)', reason: 'one word differs' },
    { check: 'markup', action: 'keep', ...both },
  ]);
  await type(ASSEMBLE);
  const released = lines('build/release/1.0.0/r2med/Small-Evidence/corpus.jsonl').map(({ id }) => id);
  expect(released).not.toContain('near');
  expect(released.filter((id) => ['goitre', 'again'].includes(String(id)))).toEqual(['goitre']);
  const provenance = readFileSync(join(folder, 'build/release/1.0.0/provenance/repairs.jsonl'), 'utf8');
  expect(provenance).toContain('one word differs');
  expect(provenance).not.toMatch(/anna|ben|cara/);
});
