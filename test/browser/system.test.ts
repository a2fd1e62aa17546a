import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SiteIndex } from '../../src/web/page-data/index.js';
import {
  accessibilityProblems,
  type StartedPage,
  sampleResults,
  startBrowser,
  startWeb,
  watchedPage,
} from '../support/browser.js';

let browser: Browser;
let web: StartedPage;
let index: SiteIndex;

beforeAll(async () => {
  const results = await sampleResults('bm25', 'hyde(sample-writer) > rrf(bm25, lsa)');
  [browser, web] = await Promise.all([startBrowser(), startWeb(['--results', results])]);
  index = (await (await fetch(`${web.address}data/index.json`)).json()) as SiteIndex;
});
afterAll(async () => {
  await browser?.close();
  expect(await web?.stop()).toBe(0);
});

const keyOfSystem = (name: string, own = true): string =>
  index.systems.find((system) => system.own === own && system.name === name)!.key;

it('draws the pipeline from its spec, with every setting, and the command that runs it again', async () => {
  const { page, errors } = await watchedPage(browser);
  await page.goto(`${web.address}#/leaderboard?board=sample`);
  await page.getByRole('link', { name: 'hyde(sample-writer) > rrf(bm25, lsa)' }).click();
  await page.getByRole('heading', { level: 1, name: 'hyde(sample-writer) > rrf(bm25, lsa)' }).waitFor();
  const boxes = await page.locator('.flow svg g > title').allTextContents();
  expect(boxes.sort()).toEqual([
    'bm25: searches the corpus',
    'hyde(sample-writer): writes text for the query',
    'lsa: searches the corpus',
    'rrf: fuses rankings',
  ]);
  expect(await page.getByLabel('Settings of bm25').innerText()).toMatch(/k1\s+0\.9\s+b\s+0\.4/);
  await page.getByText("r2med run --suite sample --system 'hyde(sample-writer) > rrf(bm25, lsa)'").waitFor();
  await page.getByRole('heading', { name: 'Where the numbers are from' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Who finds the evidence?' }).waitFor();
  expect(errors).toEqual([]);
  await page.close();
});

it('shows tasks with intervals, and slices that the address names', async () => {
  const { page } = await watchedPage(browser);
  await page.goto(`${web.address}#/system/${keyOfSystem('bm25')}?board=sample`);
  const tasks = page.getByRole('group', { name: /^nDCG@10 by task: mean of tasks 18\.93; Biology 11\.57/ });
  await tasks.waitFor();
  expect(await tasks.locator('circle').count()).toBe(9);
  expect(await tasks.locator('line[stroke="var(--acc)"]').count()).toBe(9);
  await page.getByRole('button', { name: 'Body system' }).click();
  await page.waitForURL(/slice=body-system/);
  await page.getByText('nDCG@10 by body system the query is labelled with').first().waitFor();
  await page.getByLabel('Measure').selectOption('Recall@10');
  await page.getByRole('group', { name: /^Recall@10 by task/ }).waitFor();
  await page.close();
});

it('says of a published row its source, protocol and caveats, and draws no certainty', async () => {
  const { page, errors } = await watchedPage(browser);
  await page.goto(`${web.address}#/system/${keyOfSystem('hyde(o3-mini) > bge', false)}?board=r2med`);
  await page.getByRole('heading', { name: 'How it was run' }).waitFor();
  await page.getByText('removed from its repository after it was published').waitFor();
  const chart = page.getByRole('group', { name: /^nDCG@10 by task/ });
  expect(await chart.locator('circle:not([fill="var(--card)"])').count()).toBe(0);
  expect(errors).toEqual([]);
  await page.close();
});

it('has no barrier in light, dark and on a phone', async () => {
  for (const options of [
    { colorScheme: 'light', viewport: { width: 1440, height: 1000 } },
    { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
  ] as const) {
    const { page } = await watchedPage(browser, options);
    for (const [board, name] of [
      ['sample', 'hyde(sample-writer) > rrf(bm25, lsa)'],
      ['r2med', 'hyde(o3-mini) > bge'],
    ] as const) {
      await page.goto(`${web.address}#/system/${keyOfSystem(name, board === 'sample')}?board=${board}`);
      await page.getByRole('heading', { level: 1, name }).waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(options.viewport.width);
    }
    await page.close();
  }
});
