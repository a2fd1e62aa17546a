import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keyOf, type SiteIndex } from '../../src/web/page-data/index.js';
import { answeredSample } from '../support/answered.js';
import {
  accessibilityProblems,
  type StartedPage,
  sampleResults,
  startBrowser,
  startWeb,
  watchedPage,
} from '../support/browser.js';
import { temporaryFolder } from '../support/command.js';

const AT = `#/answers/${keyOf('Biology', 'sample')}?board=sample`;
const HYDE = 'hyde(sample-writer) > bm25';
let browser: Browser;
let web: StartedPage;
let hyde: string;
let results: string;
let answers: string;
beforeAll(async () => {
  results = await sampleResults(HYDE, 'bm25');
  const systems = ['--system', HYDE, '--system', 'bm25', '--closed-book', '--relevant-documents'];
  answers = await answeredSample(results, 'Biology', ...systems);
  const flags = ['--results', results, '--answers-folder', answers];
  [browser, web] = await Promise.all([startBrowser(), startWeb(flags)]);
  const { systems: known } = (await (await fetch(`${web.address}data/index.json`)).json()) as SiteIndex;
  hyde = known.find(({ name }) => name === HYDE)!.key;
});
afterAll(async () => {
  await browser?.close();
  expect(await web?.stop()).toBe(0);
});

it('every query is a mark and a row that lead to it, by key too, and floor and ceiling are there', async () => {
  const { page, errors } = await watchedPage(browser);
  await page.goto(`${web.address}${AT}&system=${hyde}`);
  await page.getByRole('heading', { name: 'Does better retrieval give better answers?' }).waitFor();
  const rows = page.getByRole('group', { name: 'Queries by score and answer' }).locator('tbody tr');
  await rows.first().waitFor();
  await page.getByText(/^Mean nDCG@10 is [\d.]+ where the answer is right/).waitFor();
  const titles = await page.locator('figure a title').allTextContents();
  const marked = titles.flatMap((title) => title.split(': ')[0]!.split(', '));
  expect(marked.sort()).toEqual((await rows.locator('th').allTextContents()).sort());
  expect(await rows.filter({ hasText: 'unclear' }).count()).toBeLessThanOrEqual(1);
  const sources = page.getByRole('group', { name: 'Answers by what was shown' });
  expect(await sources.locator('tbody th').allTextContents()).toEqual([
    'closed book',
    'bm25',
    HYDE,
    'relevant documents',
  ]);
  const link = rows.first().getByRole('link');
  const id = await link.textContent();
  await link.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/#\/query\//);
  await page.getByText(id!).first().waitFor();
  expect(errors).toEqual([]);
  await page.close();
});

it.each([
  ['light', 1440],
  ['dark', 1440],
  ['light', 390],
] as const)(
  'axe-core finds no fault in answers, %s, %i wide, and nothing is wider than the screen',
  async (colorScheme, width) => {
    const { page } = await watchedPage(browser, { colorScheme, viewport: { width, height: 900 } });
    await page.goto(`${web.address}${AT}&system=${hyde}`);
    await page.locator('figure svg').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    await page.close();
  },
);

it('a file of verdicts that was changed is named and not shown; without answers the command that makes them is', async () => {
  const changed = join(temporaryFolder(), 'answers');
  cpSync(answers, changed, { recursive: true });
  for (const name of readdirSync(changed, { recursive: true, encoding: 'utf8' }))
    if (/answer-bm25.*answers\..*\.jsonl$/.test(name)) {
      const text = readFileSync(join(changed, name), 'utf8');
      writeFileSync(join(changed, name), text.replace('"wrong"', '"right"'));
    }
  const other = await startWeb(['--results', results, '--answers-folder', changed]);
  const { page } = await watchedPage(browser);
  await page.goto(`${other.address}${AT}`);
  const refused = page.getByRole('note', { name: 'Answers that are not shown' });
  await refused.getByText(/answer-bm25.*changed/).waitFor();
  expect(await page.getByLabel('Documents of').locator('option').allTextContents()).toEqual([HYDE]);
  await page.goto(`${other.address}#/answers/${keyOf('PMC-Clinical', 'sample')}?board=sample`);
  await page.getByText(/^r2med answer --suite sample --task PMC-Clinical --system .* --judge NAME/).waitFor();
  await page.close();
  expect(await other.stop()).toBe(0);
});
