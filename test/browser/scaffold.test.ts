import { mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type StartedPage, startBrowser, startWeb, watchedPage } from '../support/browser.js';
import { r2med, temporaryFolder } from '../support/command.js';

let browser: Browser;
let results: string;
let web: StartedPage;

beforeAll(async () => {
  results = join(temporaryFolder(), 'results');
  const systems = ['--system', 'bm25', '--system', 'lsa'];
  const { code, stderr } = await r2med(['run', '--suite', 'sample', ...systems, '--out', results, '--quiet']);
  expect(code, stderr).toBe(0);
  [browser, web] = await Promise.all([startBrowser(), startWeb(['--results', results])]);
});
afterAll(async () => {
  await browser?.close();
  expect(await web?.stop()).toBe(0);
});

it('is one script of less than 300 kB, compressed', () => {
  const script = readFileSync(new URL('../../dist/page/page.js', import.meta.url));
  expect(gzipSync(script).length).toBeLessThan(300_000);
});

it('shows the records, without an error in the console', async () => {
  const { page, errors } = await watchedPage(browser);
  await page.goto(web.address);
  await page.getByRole('rowheader', { name: 'bm25' }).waitFor();
  expect(await page.getByRole('contentinfo').innerText()).toContain('not a clinical decision system');
  expect(errors).toEqual([]);
  await page.close();
});

it('shows a record that comes while it is open, without a reload', async () => {
  const { page, errors } = await watchedPage(browser);
  await page.goto(web.address);
  await page.getByRole('rowheader', { name: 'lsa' }).waitFor();
  const more = join(temporaryFolder(), 'more');
  const { code } = await r2med([
    'run',
    '--suite',
    'sample',
    '--system',
    'bm25-lucene',
    '--out',
    more,
    '--quiet',
  ]);
  expect(code).toBe(0);
  mkdirSync(results, { recursive: true });
  renameSync(join(more, 'bm25-lucene'), join(results, 'bm25-lucene'));
  await page.getByRole('rowheader', { name: 'bm25-lucene' }).waitFor();
  expect(errors).toEqual([]);
  await page.close();
});

it('changes the suite by the address, and goes back', async () => {
  const { page } = await watchedPage(browser);
  await page.goto(web.address);
  await page.getByRole('link', { name: 'R2MED', exact: true }).click();
  await page.waitForURL(/board=r2med/);
  await page.getByRole('rowheader', { name: 'lsa' }).waitFor({ state: 'detached' });
  await page.goBack();
  await page.getByRole('rowheader', { name: 'lsa' }).waitFor();
  await page.close();
});

it('opens help by its key, and takes the theme of the system', async () => {
  const { page } = await watchedPage(browser, { colorScheme: 'dark' });
  await page.goto(web.address);
  await page.getByRole('rowheader', { name: 'lsa' }).waitFor();
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor({ state: 'hidden' });
  await page.close();
});

it('says of a results folder that is not there that it is not', async () => {
  const elsewhere = await startWeb(['--results', 'nowhere']);
  expect(await elsewhere.stop()).toBe(0);
  expect(elsewhere.said()).toContain('nowhere: no such folder yet');
});
