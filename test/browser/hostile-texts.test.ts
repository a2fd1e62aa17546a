import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keyOf } from '../../src/web/page-data/index.js';
import {
  accessibilityProblems,
  type StartedPage,
  startBrowser,
  startWeb,
  type WatchedPage,
  watchedPage,
} from '../support/browser.js';
import { r2med, temporaryFolder } from '../support/command.js';

const HTML = '<img src=x onerror="document.title=\'taken\'"><script>document.title="taken"</script>';
const BIDI = 'safe \u202Etxet desrever\u202C and \u2066isolate';
const LONG = 'x'.repeat(50_000);

const jsonLines = (rows: readonly unknown[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join('');

let browser: Browser;
let web: StartedPage;
let task: string;

beforeAll(async () => {
  const folder = join(temporaryFolder(), 'hostile');
  mkdirSync(folder);
  writeFileSync(
    join(folder, 'corpus.jsonl'),
    jsonLines([
      { id: `${HTML}d`, text: `fever ${HTML}` },
      { id: 'bidi', text: `fever ${BIDI}` },
      { id: 'long', text: `fever ${LONG}` },
      { id: '__proto__', text: 'rash' },
    ]),
  );
  writeFileSync(
    join(folder, 'query.jsonl'),
    jsonLines([
      { id: `${HTML}q`, text: `fever ${HTML}` },
      { id: '__proto__', text: `rash ${BIDI}` },
      { id: 'long', text: `fever ${LONG}` },
    ]),
  );
  writeFileSync(
    join(folder, 'qrels.jsonl'),
    jsonLines([
      { q_id: `${HTML}q`, p_id: 'bidi', score: 1 },
      { q_id: '__proto__', p_id: '__proto__', score: 1 },
      { q_id: 'long', p_id: 'long', score: 1 },
    ]),
  );
  const results = join(temporaryFolder(), 'results');
  const { code, stderr } = await r2med(['run', '--data', folder, '--system', 'bm25', '--out', results]);
  expect(code, stderr).toBe(0);
  [browser, web] = await Promise.all([startBrowser(), startWeb(['--results', results, '--data', folder])]);
  const index = (await (await fetch(`${web.address}data/index.json`)).json()) as {
    tasks: { key: string; name: string }[];
  };
  task = index.tasks.find(({ name }) => name === 'hostile')!.key;
});
afterAll(async () => {
  await browser?.close();
  expect(await web?.stop()).toBe(0);
});

const phone = { viewport: { width: 390, height: 844 } };

/** Nothing of a text became more than text. */
const expectOnlyText = async ({ page, errors }: WatchedPage): Promise<void> => {
  expect(await page.title()).not.toContain('taken');
  expect(await page.locator('main img, main script').count()).toBe(0);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  expect(errors).toEqual([]);
};

it.each([
  ['with HTML', `${HTML}q`],
  ['named __proto__', '__proto__'],
  ['with 50,000 letters', 'long'],
])('shows the texts of a query %s as texts', async (_, query) => {
  const watched = await watchedPage(browser, phone);
  const { page } = watched;
  await page.goto(`${web.address}#/query/${task}/${keyOf(query)}`);
  await page.locator('.hit .document:not(.waiting)').first().waitFor();
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(query);
  await page.locator('#hit-1').getByRole('button').click();
  await page.locator('#hit-1 .document.open').waitFor();
  await expectOnlyText(watched);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.close();
});

it('keeps the direction of a text to itself', async () => {
  const watched = await watchedPage(browser, phone);
  const { page } = watched;
  await page.goto(`${web.address}#/query/${task}/${keyOf(`${HTML}q`)}`);
  const text = page.locator('.document', { hasText: 'txet desrever' }).first();
  await text.waitFor();
  expect(await text.locator('bdi').count()).toBe(1);
  await page.close();
});

it('shows them as texts in the list of a task and in a search', async () => {
  const watched = await watchedPage(browser, phone);
  const { page } = watched;
  await page.goto(`${web.address}#/task/${task}`);
  await page.locator('.queries .query-preview').first().waitFor();
  await expectOnlyText(watched);
  await page.goto(
    `${web.address}#/search?task=${task}&board=own&text=${encodeURIComponent(`fever ${HTML}`)}`,
  );
  await page.locator('.hit .document:not(.waiting)').first().waitFor();
  expect(await page.getByRole('textbox').inputValue()).toBe(`fever ${HTML}`);
  await expectOnlyText(watched);
  await page.close();
});
