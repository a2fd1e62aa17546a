import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  accessibilityProblems,
  type StartedPage,
  sampleResults,
  startBrowser,
  startWeb,
  watchedPage,
} from '../support/browser.js';
import { r2med, temporaryFolder } from '../support/command.js';

let browser: Browser;
let web: StartedPage;
let full: string;
let small: string;

const done = async (...args: readonly string[]): Promise<string> => {
  const { code, stdout, stderr } = await r2med([...args, '--quiet']);
  expect(code, stderr).toBe(0);
  return stdout;
};

beforeAll(async () => {
  const home = temporaryFolder();
  const data = join(home, 'data');
  small = join(home, 'small');
  full = await sampleResults('bm25', 'bm25-lucene', 'lsa');
  await done('nano', 'build', '--suite', 'sample', '--from', 'All', '--out', data, '--max-documents', '40');
  await done('run', '--data', data, '--retriever', 'bm25,bm25-lucene,lsa', '--out', small);
  [browser, web] = await Promise.all([startBrowser(), startWeb(['--results', full, '--results', small])]);
});
afterAll(async () => {
  await browser?.close();
  expect(await web?.stop()).toBe(0);
});

it('says how far the small set agrees, with the figures of the command', async () => {
  const { rows } = JSON.parse(await done('nano', 'agreement', full, small, '--json')) as {
    rows: { over: string; kendall: { value: number; interval: { low: number; high: number } } }[];
  };
  const { page, errors } = await watchedPage(browser);
  await page.goto(`${web.address}#/nano?board=sample`);
  const table = page.getByLabel('Agreement by task');
  await table.waitFor();
  const three = (value: number): string => value.toFixed(3).replace('-', '−');
  for (const { over, kendall } of rows) {
    const { low, high } = kendall.interval;
    const row = await table.getByRole('row', { name: over }).innerText();
    expect(row).toContain(`${three(kendall.value)} (${three(low)} to ${three(high)})`);
  }
  expect(await page.locator('.lead').innerText()).toContain(`Kendall’s τ ${three(rows[0]!.kendall.value)}`);
  expect(errors).toEqual([]);
  await page.close();
});

it('shows the published profile, with recall named for what it is', async () => {
  const { page } = await watchedPage(browser);
  await page.goto(`${web.address}#/nano?board=nano`);
  const table = page.getByLabel('Profile');
  await table.waitFor();
  // BM25, dense and hybrid of HAKARI-Bench's group page: nDCG@10, hit@10, recall@100.
  expect((await table.getByRole('row', { name: /^Weighted by queries/ }).innerText()).split(/\s+/)).toEqual(
    expect.arrayContaining('21.10 29.80 28.99 43.26 56.74 58.33 50.70 65.53 66.94 122'.split(' ')),
  );
  expect(await table.innerText()).toContain('R@100, pooled');
  await page.close();
});

it('has no barrier in light, dark and on a phone', async () => {
  for (const options of [
    { colorScheme: 'light', viewport: { width: 1440, height: 1000 } },
    { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
  ] as const) {
    const { page } = await watchedPage(browser, options);
    await page.goto(`${web.address}#/nano?board=sample`);
    await page.getByLabel('Profile').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(options.viewport.width);
    await page.close();
  }
});

it('without records on both sets, says how to make them', async () => {
  const alone = await startWeb(['--results', full]);
  const { page } = await watchedPage(browser);
  await page.goto(`${alone.address}#/nano?board=sample`);
  await page.getByText('At least three systems must be run on both sets').waitFor();
  await page.getByText('no result of a model with whole dense or sparse vectors').waitFor();
  await page.close();
  expect(await alone.stop()).toBe(0);
});
