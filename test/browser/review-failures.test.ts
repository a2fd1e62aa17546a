import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { accessibilityProblems } from '../support/browser.js';
import { printedBy } from '../support/in-process.js';
import { ALONE, answerByKey, atItem, begin, isSaved, reviewTests } from '../support/review-page.js';
import { trailOf } from '../support/served-review.js';

const { review } = reviewTests();

const NOT_SAVED = '.banner[data-state="waiting"]';

/** Types an answer with a reason and asks to save it. */
const typeAnswer = async (page: Page, key: string, reason: string): Promise<void> => {
  await page.keyboard.press(key);
  await page.keyboard.press('r');
  await page.keyboard.type(reason);
  await page.keyboard.press('Enter');
};

const isTyped = async (page: Page, label: string, reason: string): Promise<void> => {
  expect(await page.getByRole('radio', { name: label }).isChecked()).toBe(true);
  expect(await page.getByRole('textbox').inputValue()).toBe(reason);
};

it('a lost connection: the answer stays, the page says that it is not saved, and it is saved once', async () => {
  const { open, folder } = await review(4, ALONE);
  const { page, context } = await open('anna');
  await begin(page);
  await context.setOffline(true);
  await typeAnswer(page, '2', 'half of it');
  await page.locator(NOT_SAVED).waitFor();
  await atItem(page, 1);
  await isTyped(page, 'Partly', 'half of it');
  expect(await page.locator('.saved').count()).toBe(0);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await accessibilityProblems(page)).toEqual([]);
  }
  // Enter again sends no second answer.
  await page.keyboard.press('Enter');
  expect(trailOf(folder, 'anna')).toEqual([]);
  await context.setOffline(false);
  await isSaved(page, 1);
  await atItem(page, 2);
  expect(trailOf(folder, 'anna')).toMatchObject([{ answers: [{ value: 'partly', reason: 'half of it' }] }]);
});

it('a response that is lost on the way: the same request goes out again, and one answer is saved', async () => {
  const { open, folder } = await review(4, ALONE);
  const { page } = await open('anna');
  await begin(page);
  const ids: string[] = [];
  await page.route('**/api/answers', async (route) => {
    ids.push((route.request().postDataJSON() as { id: string }).id);
    if (ids.length > 1) return route.continue();
    // The server saves it, and the page never hears of it.
    await route.fetch();
    return route.abort('connectionreset');
  });
  await page.keyboard.press('3');
  await page.keyboard.press('Enter');
  await isSaved(page, 1);
  await atItem(page, 2);
  expect(ids.length).toBe(2);
  expect(new Set(ids).size).toBe(1);
  expect(trailOf(folder, 'anna')).toMatchObject([{ id: ids[0] }]);
});

it('a reload keeps what was typed, and sends what was under way', async () => {
  const { open, folder } = await review(4, ALONE);
  const { page, context } = await open('anna');
  await begin(page);
  await page.keyboard.press('1');
  await page.keyboard.press('r');
  await page.keyboard.type('not yet done');
  await page.reload();
  await atItem(page, 1);
  await isTyped(page, 'No', 'not yet done');
  await context.setOffline(true);
  await page.keyboard.press('Enter');
  await page.locator(NOT_SAVED).waitFor();
  const draft = String(await page.evaluate('JSON.stringify(sessionStorage)'));
  const [, id] = /\\"id\\":\\"([\w-]+)\\"/.exec(draft)!;
  // As a browser that comes back: the page loads anew, with what its window remembers.
  await context.setOffline(false);
  await page.reload();
  await atItem(page, 2);
  expect(trailOf(folder, 'anna')).toMatchObject([{ id, answers: [{ reason: 'not yet done' }] }]);
});

it('a killed server loses nothing, and the page goes on without signing in again', async () => {
  const opened = await review(4, ALONE);
  const { page } = await opened.open('anna');
  await begin(page);
  await answerByKey(page, 1, '1');
  await answerByKey(page, 2, '2');
  await atItem(page, 3);
  await opened.server.kill();
  await typeAnswer(page, '3', 'typed while it was dead');
  await page.locator(NOT_SAVED).waitFor();
  await isTyped(page, 'Yes', 'typed while it was dead');
  await opened.restart();
  await page.getByRole('button', { name: 'Try now' }).click();
  await isSaved(page, 3);
  await answerByKey(page, 4, '1');
  await page.getByRole('heading', { name: 'All done. Thank you.' }).waitFor();
  expect(trailOf(opened.folder, 'anna')).toMatchObject([
    { answers: [{ value: 'no' }] },
    { answers: [{ value: 'partly' }] },
    { answers: [{ value: 'yes', reason: 'typed while it was dead' }] },
    { answers: [{ value: 'no' }] },
  ]);
});

it('a server that is away when the page opens: it says so, and goes on when the server is back', async () => {
  const { open, link } = await review(4, ALONE);
  const { page, context } = await open('anna');
  await begin(page);
  // Also while a link is opened, which is gone from the address by then.
  await context.clearCookies();
  await page.route('**/api/session', (route) => route.abort('connectionrefused'));
  await page.goto(link('anna'));
  await page.getByRole('heading', { name: 'No connection to the review' }).waitFor();
  await page.unroute('**/api/session');
  await page.getByRole('button', { name: 'Try now' }).click();
  await atItem(page, 1);
  await page.route('**/api/work', (route) => route.abort('connectionrefused'));
  await page.reload();
  await page.getByRole('heading', { name: 'No connection to the review' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.unroute('**/api/work');
  await page.getByRole('button', { name: 'Try now' }).click();
  await atItem(page, 1);
});

it('two windows: nothing is overwritten unasked, and either answer can be kept', async () => {
  const { open, folder, server } = await review(4, ALONE);
  const { page, context } = await open('anna');
  await begin(page);
  const other = await context.newPage();
  await other.goto(server.address);
  await begin(other);
  await answerByKey(other, 1, '1');
  await typeAnswer(page, '3', 'mine');
  await page.getByText('This item was answered in another window').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByText('Yours here').waitFor();
  await page.getByRole('button', { name: 'Keep what is saved' }).click();
  await atItem(page, 2);
  expect(trailOf(folder, 'anna')).toMatchObject([{ answers: [{ value: 'no' }] }]);

  await answerByKey(other, 2, '1');
  await typeAnswer(page, '3', 'mine');
  await page.getByRole('button', { name: 'Replace it with mine' }).click();
  await isSaved(page, 2);
  await atItem(page, 3);
  const [, second, third] = trailOf(folder, 'anna');
  expect(third).toMatchObject({ replaces: second!.id, answers: [{ value: 'yes', reason: 'mine' }] });
});

it('an item that was changed meanwhile is shown as it is now, with what was typed', async () => {
  const opened = await review(4, ALONE);
  const { page } = await opened.open('anna');
  await begin(page);
  await opened.server.stop();
  const file = join(opened.folder, 'items.jsonl');
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('about lungs', 'about hearts'));
  await opened.restart();
  await typeAnswer(page, '2', 'for the old text');
  await page.getByText('This item was changed meanwhile').waitFor();
  expect(trailOf(opened.folder, 'anna')).toEqual([]);
  await page.getByRole('button', { name: 'Show it as it is now' }).click();
  await page.getByText('about hearts').waitFor();
  await isTyped(page, 'Partly', 'for the old text');
  await page.keyboard.press('Enter');
  await isSaved(page, 1);
});

it('a link that was taken away: nothing is saved, what was typed stays, and a new link goes on', async () => {
  const { open, folder, server } = await review(4, ALONE);
  const { page } = await open('anna');
  await begin(page);
  await printedBy(['review', 'link', folder, '--revoke', 'anna']);
  await typeAnswer(page, '2', 'kept');
  await page.getByText('This needs a valid link').waitFor();
  await isTyped(page, 'Partly', 'kept');
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(trailOf(folder, 'anna')).toEqual([]);
  const renewed = await printedBy(['review', 'link', folder, '--renew', 'anna']);
  const [hash] = /#link=[\w-]+/.exec(renewed)!;
  await page.goto(`${server.address}${hash}`);
  await atItem(page, 2);
  expect(trailOf(folder, 'anna')).toMatchObject([{ answers: [{ value: 'partly', reason: 'kept' }] }]);
});

it('signed out, the page shows nothing and asks for the link', async () => {
  const { open } = await review(4, ALONE);
  const { page } = await open('anna');
  await begin(page);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Signed out' }).waitFor();
  expect(await page.getByText('Document of').count()).toBe(0);
  await page.reload();
  await page.getByRole('heading', { name: 'Open your link' }).waitFor();
});
