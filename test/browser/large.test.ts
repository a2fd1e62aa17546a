import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Browser, Response } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeResults } from '../../bench/invented-results.js';
import { writeTask } from '../../bench/invented-task.js';
import { type StartedPage, startBrowser, startWeb, watchedPage } from '../support/browser.js';
import { r2med, temporaryFolder } from '../support/command.js';

const DOCUMENTS = 60_000;
const OWN = 100;

let browser: Browser;
let web: StartedPage;

beforeAll(async () => {
  const folder = temporaryFolder();
  const [task, results] = [join(folder, 'large-task'), join(folder, 'results')];
  await writeTask(task, {
    documents: DOCUMENTS,
    characters: 60,
    repeats: 0,
    queries: 400,
    queryCharacters: 120,
  });
  const { code, stderr } = await r2med([
    'run',
    '--data',
    task,
    '--system',
    'bm25',
    '--out',
    results,
    '--quiet',
  ]);
  expect(code, stderr).toBe(0);
  await writeResults(results, { systems: OWN, suite: 'r2med' });
  [browser, web] = await Promise.all([startBrowser(), startWeb(['--results', results, '--data', task])]);
});
afterAll(async () => {
  await browser?.close();
  expect(await web?.stop()).toBe(0);
});

it('a table of 300 systems draws the rows that are seen, and walks to the last by a key', async () => {
  const { page, errors } = await watchedPage(browser, { viewport: { width: 1440, height: 1000 } });
  await page.goto(`${web.address}#/leaderboard?board=r2med`);
  const rows = page.locator('.board tbody tr[data-index]');
  await rows.first().waitFor({ timeout: 100_000 });
  const all = Number(await page.locator('.board').getAttribute('aria-rowcount'));
  expect(all).toBeGreaterThan(300);
  expect(await rows.count()).toBeLessThan(60);
  await rows.first().focus();
  await page.keyboard.press('End');
  await page.locator(`tr[data-index="${all - 2}"]:focus`).waitFor();
  expect(await rows.count()).toBeLessThan(60);
  expect(errors).toEqual([]);
  await page.close();
});

it('a task of 60,000 documents is looked at by a few requests, and its texts are fetched as they are needed', async () => {
  const { page, errors } = await watchedPage(browser, { viewport: { width: 1440, height: 1000 } });
  const answered: Response[] = [];
  const pathOf = (response: Response): string => new URL(response.url()).pathname;
  page.on('response', (response) => {
    if (pathOf(response).startsWith('/data/')) answered.push(response);
  });
  const documents = () =>
    answered.filter((response) => pathOf(response).startsWith('/data/documents/')).length;
  const { tasks } = (await (await fetch(`${web.address}data/index.json`)).json()) as {
    tasks: readonly { readonly key: string; readonly name: string }[];
  };
  const task = tasks.find(({ name }) => name === 'large-task')!;
  await page.goto(`${web.address}#/task/${task.key}?board=own`);
  const queries = page.locator('.queries a');
  await queries.first().waitFor();
  // Entries that are far from being seen are not laid out.
  const hidden =
    'document.querySelector(".queries li:last-child a").checkVisibility({ contentVisibilityAuto: true })';
  expect(await page.evaluate(hidden)).toBe(false);
  expect(documents()).toBeLessThan(20);
  await queries.first().click();
  await page.locator('.hit').first().waitFor();
  await expect.poll(documents).toBeGreaterThan(0);
  expect(documents()).toBeLessThan(60);
  const bodies = await Promise.all(answered.map((response) => response.body()));
  expect(bodies.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(2_000_000);
  expect(errors).toEqual([]);
  await page.close();
});

it('the script of the page is under 300 kB gzipped, charts and all', () => {
  const script = readFileSync(fileURLToPath(new URL('../../dist/page/page.js', import.meta.url)));
  expect(gzipSync(script).length).toBeLessThan(300_000);
});

it('a matrix of 100 systems draws the cells that are seen, and walks to the last by a key', async () => {
  const { page, errors } = await watchedPage(browser, { viewport: { width: 1440, height: 1000 } });
  await page.goto(`${web.address}#/matrix?board=r2med`);
  const cells = page.locator('.matrix tbody a[data-cell]');
  await cells.first().waitFor({ timeout: 100_000 });
  const [rows, columns] = await Promise.all(
    ['aria-rowcount', 'aria-colcount'].map(async (name) =>
      Number(await page.locator('.matrix').getAttribute(name)),
    ),
  );
  expect([rows! > 50, columns]).toEqual([true, OWN + 2]);
  expect(await cells.count()).toBeLessThan(2500);
  await page.locator('[data-cell="0,0"]').focus();
  await page.keyboard.press('Control+End');
  await page.locator(`[data-cell="${rows! - 2},${OWN - 1}"]:focus`).waitFor();
  expect(await cells.count()).toBeLessThan(2500);
  expect(errors).toEqual([]);
  await page.close();
});
