import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { AdjudicationWork, ReviewHistory, ReviewWork } from '../../src/web/page-data/index.js';
import { accessibilityProblems } from '../support/browser.js';
import { answerByKey, begin, reviewTests } from '../support/review-page.js';

const ITEMS = 4;

const { review } = reviewTests();

/** What the server answers to a request that a script in somebody's own page makes. */
const asked = (
  page: Page,
  path: string,
  as: string,
  body?: object,
): Promise<{ status: number; text: string }> =>
  page.evaluate(
    async ([address, name, sent]) => {
      const response = await fetch(address!, {
        headers: { 'x-review-as': name!, 'content-type': 'application/json' },
        ...(sent && { method: 'POST', body: sent }),
      });
      return { status: response.status, text: await response.text() };
    },
    [path, as, body ? JSON.stringify(body) : ''] as const,
  );

const got = async <T>(page: Page, path: string, as: string): Promise<T> =>
  JSON.parse((await asked(page, path, as)).text) as T;

/** Answers everything by keys. */
const answerEach = async (page: Page, keyOf: (number: number) => string): Promise<void> => {
  for (let number = 1; number <= ITEMS; number++) await answerByKey(page, number, keyOf(number));
  await page.getByRole('heading', { name: 'All done. Thank you.' }).waitFor();
};

/** A decision by keys: a choice, its reason, Enter. */
const decide = async (page: Page, key: string, reason: string): Promise<void> => {
  await page.getByRole('heading', { name: 'Where reviewers differ' }).waitFor();
  await page.keyboard.press(key);
  await page.keyboard.type(reason);
  await page.keyboard.press('Enter');
};

it('two reviewers at once to the end by keys, and a third person decides where they differ', async () => {
  const { open, folder } = await review(ITEMS);
  const [anna, ben, cara] = await Promise.all([open('anna'), open('ben'), open('cara')]);
  await cara.page.getByText('4 items still wait for reviewers').waitFor();
  await Promise.all([begin(anna.page), begin(ben.page)]);
  // They differ on the first and the third item.
  await Promise.all([
    answerEach(anna.page, () => '1'),
    answerEach(ben.page, (number) => (number % 2 === 1 ? '3' : '1')),
  ]);

  const { page } = cara;
  await page.getByRole('button', { name: 'Look again' }).click();
  await page.getByText('0 of 2 decided').first().waitFor();
  // Side by side, under letters; nobody is named.
  const answers = page.getByRole('list', { name: 'What reviewers said' });
  expect(await answers.getByRole('listitem').count()).toBe(2);
  expect(await page.locator('main').innerText()).not.toMatch(/anna|ben/i);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    }
  }
  // A reason is required.
  await page.keyboard.press('2');
  await page.keyboard.press('Enter');
  await page.getByText('This question needs a reason').waitFor();
  await page.keyboard.type('Some of it');
  await page.keyboard.press('Enter');
  await page.getByText('1 of 2 decided').first().waitFor();
  await decide(page, '3', 'It names the answer');
  await page.getByRole('heading', { name: 'All done. Thank you.' }).waitFor();

  // A decision can be changed from the list.
  await page.keyboard.press('h');
  const list = page.getByRole('list', { name: 'Disagreements' });
  await list.waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await list.getByRole('link').first().click();
  await page.getByText('changing your decision').waitFor();
  expect(await page.getByRole('textbox').inputValue()).toBe('Some of it');
  await page.keyboard.press('1');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'All done. Thank you.' }).waitFor();

  // What was adjudicated can no longer be changed by its reviewers.
  await anna.page.keyboard.press('h');
  await anna.page.getByText('adjudicated').first().waitFor();
  await anna.page
    .getByRole('link', { name: /adjudicated/ })
    .first()
    .click();
  await anna.page.getByText('your answer can no longer change').waitFor();
  expect(await anna.page.getByRole('radio').count()).toBe(0);
  expect(await accessibilityProblems(anna.page)).toEqual([]);

  const decisions = readFileSync(join(folder, 'decisions.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { value: string; rule: string });
  expect(decisions.map(({ value, rule }) => `${rule} ${value}`).sort()).toEqual([
    'adjudicated no',
    'adjudicated yes',
    'unanimous no',
    'unanimous no',
  ]);
  expect([anna, ben, cara].flatMap(({ errors }) => errors)).toEqual([]);
});

it('a decision on answers that changed meanwhile is not taken: the page shows them as they are now', async () => {
  const { open } = await review(ITEMS);
  const [anna, ben] = await Promise.all([open('anna'), open('ben')]);
  await Promise.all([begin(anna.page), begin(ben.page)]);
  await Promise.all([answerEach(anna.page, () => '1'), answerEach(ben.page, () => '3')]);
  const { page } = await open('cara');
  await page.getByRole('heading', { name: 'Where reviewers differ' }).waitFor();
  const shown = await page.locator('.pane').last().innerText();
  // Ben changes his answer to the item that the adjudicator reads.
  await ben.page.keyboard.press('h');
  const links = ben.page.getByRole('list', { name: 'Your answers' }).getByRole('link');
  const { items } = await got<ReviewHistory>(ben.page, '/api/history', 'ben');
  const [name] = /item-\d+/.exec(shown)!;
  await links.nth(items.findIndex(({ preview }) => preview.includes(`${name}:`))).click();
  await ben.page.getByText('changing your answer').waitFor();
  await ben.page.keyboard.press('2');
  await ben.page.keyboard.press('Enter');
  await ben.page.getByRole('heading', { name: 'All done. Thank you.' }).waitFor();

  await decide(page, '1', 'as A says');
  await page.getByText('A reviewer changed an answer meanwhile').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Show it as it is now' }).click();
  await page.getByRole('list', { name: 'What reviewers said' }).getByText('Partly').waitFor();
  // What was typed is still there.
  expect(await page.getByRole('textbox').inputValue()).toBe('as A says');
  await page.keyboard.press('Enter');
  await page.getByText('1 of 4 decided').first().waitFor();
});

it("a reviewer's own page cannot read what others answered", async () => {
  const { open } = await review(ITEMS);
  const [anna, ben] = await Promise.all([open('anna'), open('ben')]);
  await Promise.all([begin(anna.page), begin(ben.page)]);
  await answerEach(ben.page, () => '3');
  const work = await got<ReviewWork>(ben.page, '/api/work', 'ben');
  const { next } = await got<ReviewWork>(anna.page, '/api/work', 'anna');

  // Not by another name, not as the adjudicator, not by keys of others, not as files.
  const attempts = [
    ['/api/work', 'ben', 401],
    ['/api/history', 'ben', 401],
    ['/api/adjudication', 'cara', 401],
    ['/api/adjudication', 'anna', 403],
    [`/api/adjudication/${next!.key}`, 'anna', 403],
    ['/api/items/AAAAAAAAAAAA', 'anna', 404],
    ['/answers/ben.jsonl', 'anna', 404],
    ['/api/items/..%2F..%2Fanswers%2Fben.jsonl', 'anna', 404],
    ['/plan.json', 'anna', 404],
  ] as const;
  for (const [path, as, status] of attempts)
    expect({ path, as, status: (await asked(anna.page, path, as)).status }).toEqual({ path, as, status });

  // An item that both have shows each their own answer alone, and history lists nothing of others.
  const item = await asked(anna.page, `/api/items/${work.previous}`, 'anna');
  expect(item.status).toBe(200);
  expect(JSON.parse(item.text)).not.toHaveProperty('answer');
  expect(await got<ReviewHistory>(anna.page, '/api/history', 'anna')).toEqual({ items: [] });

  // Nor can she answer or decide for others.
  const decision = { id: 'attempt-0001', item: next!.key, basis: 'x', decisions: [], seconds: 1 };
  expect((await asked(anna.page, '/api/decisions', 'anna', decision)).status).toBe(403);
  expect((await asked(anna.page, '/api/decisions', 'cara', decision)).status).toBe(401);

  // The adjudicator sees nothing of an item before all its reviewers are done.
  const cara = await open('cara');
  await cara.page.getByText('still wait for reviewers').waitFor();
  const seen = await got<AdjudicationWork>(cara.page, '/api/adjudication', 'cara');
  expect(seen).toMatchObject({ items: [], progress: { waiting: ITEMS } });
  expect((await asked(cara.page, `/api/adjudication/${work.previous}`, 'cara')).status).toBe(404);
});
