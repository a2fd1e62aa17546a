import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyOf } from '../../src/web/page-data/index.js';
import {
  accessibilityProblems,
  type StartedPage,
  sampleResults,
  startBrowser,
  startWeb,
  type WatchedPage,
  watchedPage,
} from '../support/browser.js';

const TASK = keyOf('MedQA-Diag', 'sample');

let browser: Browser;
let web: StartedPage;

beforeAll(async () => {
  const results = await sampleResults('bm25', 'lsa', 'hyde(sample-writer) > bm25');
  [browser, web] = await Promise.all([startBrowser(), startWeb(['--results', results])]);
});
afterAll(async () => {
  await browser?.close();
  expect(await web?.stop()).toBe(0);
});

const open = async (
  hash: string,
  heading: string | RegExp,
  options: Parameters<Browser['newPage']>[0] = {},
): Promise<WatchedPage> => {
  const watched = await watchedPage(browser, options);
  await watched.page.goto(`${web.address}${hash}`);
  await watched.page.getByRole('heading', { level: 1, name: heading }).waitFor();
  return watched;
};

describe('the view of a task', () => {
  it('says what it asks, how hard it is, and who wins beyond chance', async () => {
    const { page, errors } = await open(`#/task/${TASK}`, 'How hard is MedQA-Diag?');
    const text = await page.locator('main').innerText();
    expect(text).toContain('Given a medical exam question, find the passages');
    expect(text).toContain('answer: Constrictive pericarditis');
    const first = page.locator('.winners tbody tr').first();
    expect(await first.innerText()).toMatch(/hyde\(sample-writer\) > bm25\s+Yours\s+93\.44/);
    expect(text).toContain('the best differs from every other by a paired test');
    await page.getByRole('group', { name: /from the hardest to the easiest/ }).waitFor();
    await page.getByRole('img', { name: /by how many of 3 systems/ }).waitFor();
    expect(errors).toEqual([]);
    await page.close();
  });

  it('lists queries by the address: filter, order, what no system solves', async () => {
    const { page } = await open(`#/task/${TASK}?sort=id&text=shoulder`, 'How hard is MedQA-Diag?');
    const ids = () => page.locator('.queries .query-id').allInnerTexts();
    expect(await ids()).toEqual(['mqa-q04']);
    await page.getByRole('searchbox', { name: 'Filter queries' }).fill('');
    await page.locator('.query-id', { hasText: 'mqa-q01' }).waitFor();
    expect((await ids()).slice(0, 2)).toEqual(['mqa-q01', 'mqa-q02']);
    await page.getByRole('button', { name: 'No system solves' }).click();
    await page.getByText('No query is like that.').waitFor();
    expect(page.url()).toContain('show=unsolved');
    await page.close();
  });

  it('leads from each query to why it came out as it did, and back', async () => {
    const { page } = await open(`#/task/${TASK}?sort=id`, 'How hard is MedQA-Diag?');
    const last = page.locator('.queries a').last();
    await last.scrollIntoViewIfNeeded();
    const read = await page.evaluate('scrollY');
    expect(read).toBeGreaterThan(300);
    await page.evaluate(
      'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))',
    );
    await page.locator('.queries a', { hasText: 'mqa-q04' }).click();
    await page.getByRole('heading', { level: 1, name: 'mqa-q04' }).waitFor();
    await page.getByText('What hyde(sample-writer) > bm25 found').waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'How hard is MedQA-Diag?' }).waitFor();
    expect(page.url()).toContain('sort=id');
    await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(300);
    await page.close();
  });

  it('lists the tasks of a suite, and says what a task without records or texts needs', async () => {
    const { page } = await open('#/task?board=r2med', 'What is asked, and how hard is it?');
    await page
      .getByRole('rowheader', { name: /^Biology/ })
      .getByRole('link')
      .click();
    await page.getByRole('heading', { level: 1, name: 'How hard is Biology?' }).waitFor();
    const text = await page.locator('main').innerText();
    expect(text).toContain('r2med fetch --suite r2med --task Biology');
    expect(text).toContain('r2med run --suite r2med --task Biology --system bm25');
    await page.getByRole('button', { name: /^Show all \d+/ }).click();
    await page.getByRole('button', { name: 'Show the best alone' }).waitFor();
    await page.close();
  });

  it('is free of accessibility problems in both themes, and fits a phone', async () => {
    for (const colorScheme of ['light', 'dark'] as const)
      for (const [hash, heading] of [
        [`#/task/${TASK}`, 'How hard is MedQA-Diag?'],
        ['#/task?board=sample', 'What is asked, and how hard is it?'],
      ] as const) {
        const phone = { colorScheme, viewport: { width: 390, height: 844 } };
        const { page } = await open(hash, heading, phone);
        await page.getByRole('table').first().waitFor();
        expect(await accessibilityProblems(page)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
        await page.close();
      }
  });
});

describe('the view for searches', () => {
  it('searches by key with words of one’s own, explains hits, and keeps all in the address', async () => {
    const { page, errors } = await open(`#/search?board=sample&task=${TASK}`, 'What would it find?');
    await page.getByRole('button', { name: 'Search' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('stiff shoulders in the morning');
    await page.keyboard.press('Enter');
    const hit = page.locator('#hit-1');
    await hit.waitFor();
    expect(await hit.locator('.score-bar').getAttribute('aria-label')).toContain('shoulder');
    await page.locator('#hit-1 mark').first().waitFor();
    expect(page.url()).toContain('text=stiff+shoulders+in+the+morning');
    expect(errors).toEqual([]);
    await page.close();
  });

  it('offers the systems that need no paid model, two side by side', async () => {
    const { page } = await open(
      `#/search?board=sample&task=${TASK}&text=stiff+shoulders`,
      'What would it find?',
    );
    await page.locator('#hit-1').waitFor();
    expect(
      await page
        .getByRole('combobox', { name: /^System/ })
        .locator('option')
        .allInnerTexts(),
    ).toEqual(['bm25', 'lsa', 'bm25-lucene']);
    await page.getByRole('combobox', { name: /^beside/ }).selectOption({ label: 'lsa' });
    await page.getByRole('region', { name: 'lsa' }).locator('.hit').first().waitFor();
    expect(page.url()).toContain('with=lsa');
    await page.close();
  });

  it('says when nothing has a word of it, and when a task is not here', async () => {
    const { page } = await open(`#/search?board=sample&task=${TASK}&text=zzzzqqqq`, 'What would it find?');
    await page.getByText('No document has a word of it.').waitFor();
    await page.goto(`${web.address}#/search?board=r2med&task=${keyOf('Biology', 'r2med')}&text=cells`);
    await page.getByText('r2med fetch --suite r2med --task Biology').waitFor();
    await page.close();
  });

  it('is free of accessibility problems in both themes', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await open(
        `#/search?board=sample&task=${TASK}&text=stiff+shoulders`,
        'What would it find?',
        { colorScheme },
      );
      await page.locator('#hit-1 mark').first().waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.close();
    }
  });
});
