import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { siteAnswers } from '../../src/cli/site-answers.js';
import { withSystemContext } from '../../src/experiment/systems/index.js';
import { nodeTools } from '../../src/platform/node/index.js';
import { pageFiles } from '../../src/web/http/index.js';
import { keyOf } from '../../src/web/page-data/index.js';
import { openSite, siteFiles } from '../../src/web/server/index.js';
import {
  accessibilityProblems,
  type StartedPage,
  sampleResults,
  startBrowser,
  startWeb,
  type WatchedPage,
  watchedPage,
} from '../support/browser.js';
import { r2med, temporaryFolder } from '../support/command.js';
import { writtenFolder } from '../support/written-folder.js';

const SYSTEMS = ['bm25', 'lsa', 'rrf(bm25, lsa)', 'hyde(sample-thinker) > bm25'];
const TASK = keyOf('MedQA-Diag', 'sample');

let browser: Browser;
let web: StartedPage;
/** Keys of the systems by their text. */
let systems: Readonly<Record<string, string>>;

beforeAll(async () => {
  const results = await sampleResults(...SYSTEMS);
  [browser, web] = await Promise.all([startBrowser(), startWeb(['--results', results])]);
  const index = (await (await fetch(`${web.address}data/index.json`)).json()) as {
    systems: { key: string; name: string; own: boolean }[];
  };
  systems = Object.fromEntries(index.systems.filter(({ own }) => own).map(({ key, name }) => [name, key]));
});
afterAll(async () => {
  await browser?.close();
  expect(await web?.stop()).toBe(0);
});

const openQuery = async (
  query: string,
  state: Readonly<Record<string, string>>,
  options: Parameters<Browser['newPage']>[0] = {},
): Promise<WatchedPage> => {
  const watched = await watchedPage(browser, options);
  const named = Object.entries(state).map(([name, value]) => [name, systems[value] ?? value]);
  await watched.page.goto(
    `${web.address}#/query/${TASK}/${keyOf(query)}?${new URLSearchParams(Object.fromEntries(named))}`,
  );
  await watched.page.getByRole('heading', { level: 1, name: query }).waitFor();
  await watched.page.locator('.hit .document:not(.waiting)').first().waitFor();
  return watched;
};

/** The number at the end of a bar, and what its parts add up to. */
const sumOf = async (page: Page, rank: number): Promise<string> =>
  (await page.locator(`#hit-${rank} .score-bar`).first().getAttribute('aria-label')) ?? '';

describe('the view of a query', () => {
  it('says why in two sentences, before the evidence', async () => {
    const { page, errors } = await openQuery('mqa-q04', { system: 'bm25' });
    const why = page.getByRole('region', { name: 'Why, in bm25' });
    expect(await why.innerText()).toMatch(
      /Why the evidence is at 10 in bm25\s+Relevant at 10: shares 11 of 80 terms with the query, most by "shoulder"\.\s+mqa-d071 at 1 beats it by 39\.49, on .+; nearest, mqa-d021 at 9 is ahead by 0\.4094/,
    );
    await why.getByText('polymyalgia and rheumatica would have found it').waitFor();
    expect(errors).toEqual([]);
    await page.close();
  });

  it('draws a score as a sum, marks words softly, and relevant documents by shape and word', async () => {
    const { page } = await openQuery('mqa-q04', { system: 'bm25' });
    expect(await sumOf(page, 1)).toMatch(/^56\.22 = 4\.348 73 \+ 4\.348 spirits \+ .* of 25 more$/);
    expect(await page.locator('#hit-1 mark').first().innerText()).not.toBe('');
    expect(await page.locator('.hit.gold .gold-mark').allInnerTexts()).toEqual(
      Array.from({ length: 3 }, () => '◆ relevant'),
    );
    expect(await page.locator('.gap').allInnerTexts()).toEqual(['25 more', '6 more', '33 more']);
    await page.close();
  });

  it('opens a document with every part of its score, and keeps it in the address', async () => {
    const { page } = await openQuery('mqa-q04', { system: 'rrf(bm25, lsa)' });
    await page.locator('#hit-1').getByRole('button', { name: 'mqa-d071' }).click();
    const table = page.locator('#hit-1 .sum-table').first();
    await table.waitFor();
    expect(await table.locator('tbody th').allInnerTexts()).toEqual(['bm25', 'lsa']);
    expect(page.url()).toContain(`open=${keyOf('mqa-d071')}`);
    await page.reload();
    await page.locator('#hit-1 details').first().getByText('bm25', { exact: true }).click();
    await page.locator('#hit-1 details .score-bar').first().waitFor();
    await page.close();
  });

  it('shows two systems side by side, and what was written with thinking folded', async () => {
    const { page } = await openQuery('mqa-q04', { system: 'bm25' });
    await page.getByRole('button', { name: 'Put hyde(sample-thinker) > bm25 beside' }).click();
    const beside = page.getByRole('region', { name: 'hyde(sample-thinker) > bm25', exact: true });
    await beside.getByText('What hyde(sample-thinker) > bm25 found').waitFor();
    expect(page.url()).toContain('with=');
    expect(await beside.locator('.hit').first().innerText()).toContain('10 beside');
    const written = beside.getByText('What was written for it');
    await written.click();
    const thought = beside.getByText('What it thought before');
    await thought.waitFor();
    expect(await thought.locator('xpath=../p').isVisible()).toBe(false);
    await page.goBack();
    await beside.waitFor({ state: 'detached' });
    await page.close();
  });

  it('steps to the next failing query by key, and back', async () => {
    const { page } = await openQuery('mqa-q04', { system: 'bm25', fails: 'zero' });
    const ids = async (key: string): Promise<string> => {
      const before = await page.getByRole('heading', { level: 1 }).innerText();
      await page.keyboard.press(key);
      await page.locator('h1', { hasNotText: before }).waitFor();
      await page.getByText(/of \d+ queries with/).waitFor();
      return page.getByRole('heading', { level: 1 }).innerText();
    };
    const first = await ids('j');
    const second = await ids('j');
    expect(first).not.toBe(second);
    expect(await page.locator('tr.shown td').first().innerText()).toBe('0.00');
    expect(await ids('k')).toBe(first);
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: second }).waitFor();
    await page.close();
  });

  it('is free of accessibility problems in both themes, and fits a phone', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await openQuery(
        'mqa-q04',
        { system: 'bm25', with: 'lsa', open: keyOf('mqa-d067') },
        { colorScheme, viewport: { width: 390, height: 844 } },
      );
      await page.locator('.sum-table').first().waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
      await page.close();
    }
  });

  it('works from files, without a server', async () => {
    const results = join(temporaryFolder(), 'results');
    const run = ['run', '--suite', 'sample', '--task', 'MedQA-Diag', '--system', 'bm25', '--out', results];
    expect((await r2med(run)).code).toBe(0);
    let out = '';
    const tools = nodeTools({ quiet: true });
    await withSystemContext({ offline: true }, tools, async (context) => {
      const { close, ...answers } = siteAnswers(context, tools);
      out = writtenFolder(
        Object.fromEntries(await siteFiles(openSite({ results: [results], ...answers }), await pageFiles())),
      );
      await close();
    });
    const { page, errors } = await watchedPage(browser);
    const file = pathToFileURL(join(out, 'index.html')).href;
    await page.goto(`${file}#/query/${TASK}/${keyOf('mqa-q04')}?system=${systems.bm25}`);
    await page.getByText('Relevant at 10: shares 11 of 80 terms').waitFor();
    await page.locator('#hit-1 mark').first().waitFor();
    await page.keyboard.press('j');
    await page.locator('h1', { hasNotText: 'mqa-q04' }).waitFor();
    await page.locator('.hit .document:not(.waiting)').first().waitFor();
    expect(await page.getByRole('link', { name: 'Search', exact: true }).count()).toBe(0);
    expect(errors).toEqual([]);
    await page.close();
  });

  it('says what an address without a query, or with an unknown one, leads to', async () => {
    const { page } = await watchedPage(browser);
    await page.goto(`${web.address}#/query/${TASK}`);
    await page.getByText('The address names no query.').waitFor();
    await page.goto(`${web.address}#/query/${TASK}/${keyOf('nothing')}`);
    await page.getByText('It is not part of this site.').waitFor();
    await page.close();
  });
});
