import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  accessibilityProblems,
  type StartedPage,
  sampleResults,
  startBrowser,
  startWeb,
  watchedPage,
} from '../support/browser.js';
import { r2med } from '../support/command.js';

let browser: Browser;
let web: StartedPage;
let page: Page;
let errors: readonly string[];

beforeAll(async () => {
  const results = await sampleResults('bm25', 'lsa', 'bm25-lucene', 'hyde(sample-writer) > bm25');
  [browser, web] = await Promise.all([startBrowser(), startWeb(['--results', results])]);
  ({ page, errors } = await watchedPage(browser, { viewport: { width: 1440, height: 900 } }));
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
});
afterAll(async () => {
  expect(errors).toEqual([]);
  await browser?.close();
  expect(await web?.stop()).toBe(0);
});

const open = async (hash: string): Promise<void> => {
  await page.goto(`${web.address}${hash}`);
  await page.getByRole('heading', { name: 'Who finds the evidence?' }).waitFor();
};
const names = (): Promise<readonly string[]> => page.locator('tbody th .name').allInnerTexts();
const row = (name: string) => page.locator('tbody tr', { has: page.getByText(name, { exact: true }) });

describe('the sample suite', () => {
  it('shows ranks, intervals, and the groups that no test tells apart', async () => {
    await open('#/leaderboard?board=sample');
    expect((await names())[0]).toBe('hyde(sample-writer) > bm25');
    // Intervals and ranks follow the rows.
    await expect
      .poll(() => row('hyde(sample-writer) > bm25').locator('.mean').getAttribute('title'))
      .toMatch(/^95 % interval \d/);
    await row('bm25').locator('.group').waitFor();
    expect(await row('hyde(sample-writer) > bm25').locator('.range').innerText()).toMatch(/^1 A/);
    const [a, b] = await Promise.all(
      ['lsa', 'bm25-lucene'].map((name) => row(name).locator('.group').innerText()),
    );
    expect(a).toBe(b);
    expect(await row('bm25').locator('.mean b').innerText()).toMatch(/^\d+\.\d\d$/);
  });

  it('takes means over the tasks that all systems have, and over others by keys, in the address', async () => {
    const results = await sampleResults('bm25', 'lsa');
    await r2med([
      'run',
      '--suite',
      'sample',
      '--task',
      'Biology',
      '--system',
      'bm25-lucene',
      '--out',
      results,
      '--quiet',
    ]);
    const started = await startWeb(['--results', results]);
    // A page of its own: it ends before its server does.
    const { page: own, errors: faults } = await watchedPage(browser);
    const mean = (name: string) =>
      own.locator('tbody tr', { has: own.getByText(name, { exact: true }) }).locator('.mean');
    try {
      await own.goto(`${started.address}#/leaderboard?board=sample`);
      const line = own.locator('#mean-of');
      await line.waitFor();
      expect(await line.innerText()).toMatch(
        /^Mean of 1 task that all 3 of your systems have; 7 tasks left out: Bioinformatics, /,
      );
      expect(await own.locator('tbody .place').allInnerTexts()).toEqual(['1', '2', '3']);
      await own.locator('summary', { hasText: 'Mean of' }).focus();
      for (const key of ['Enter', 'Tab', 'Space']) await own.keyboard.press(key);
      await own.waitForURL(/tasks=biology-[0-9a-f]+%2Cbioinformatics-/);
      expect(await line.innerText()).toMatch(/^Mean of 2 tasks; 6 tasks left out: Medical-Sciences, /);
      await expect.poll(() => mean('bm25').getAttribute('title')).toMatch(/^95 % interval 15\.06 to 22\.65$/);
      expect(await mean('bm25').locator('b').innerText()).toBe('18.97');
      expect(await mean('bm25-lucene').innerText()).toBe('partial');
      expect(await accessibilityProblems(own)).toEqual([]);
      await own.goto(`${started.address}#/cost?board=sample`);
      await own.locator('main p.note', { hasText: /^Mean of 1 task; 7 tasks left out: Bio/ }).waitFor();
      expect(faults).toEqual([]);
    } finally {
      await own.close();
      expect(await started.stop()).toBe(0);
    }
  });

  it('sorts by a click, in the address, and back', async () => {
    await open('#/leaderboard?board=sample');
    await page.getByRole('button', { name: 'System' }).click();
    await page.waitForURL(/sort=system/);
    expect(await names()).toEqual(['bm25', 'bm25-lucene', 'hyde(sample-writer) > bm25', 'lsa']);
    expect(await page.getByRole('columnheader', { name: 'System' }).getAttribute('aria-sort')).toBe(
      'ascending',
    );
    await page.goBack();
    await expect.poll(names).not.toEqual(['bm25', 'bm25-lucene', 'hyde(sample-writer) > bm25', 'lsa']);
  });

  it('walks by keys: search, rows, ticks, sources', async () => {
    await open('#/leaderboard?board=sample');
    await page.keyboard.press('/');
    await page.keyboard.type('bm25');
    await expect.poll(names).toHaveLength(3);
    expect(page.url()).toContain('q=bm25');
    await page.keyboard.press('Escape');
    await page.locator('tbody tr[tabindex="0"]').focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => page.evaluate('document.activeElement.dataset.index')).toBe('1');
    await page.keyboard.press('x');
    await page.waitForURL(/tick=/);
    expect(await page.locator('tbody tr.ticked .name').allInnerTexts()).toEqual([(await names())[1]]);
    await page.getByRole('button', { name: 'Show ticked rows only' }).click();
    await expect.poll(names).toHaveLength(1);
    await page.getByRole('button', { name: /^Clear/ }).click();
    await expect.poll(names).toHaveLength(4);
  });

  it('shows the columns that were chosen, and shades nothing when told', async () => {
    await open('#/leaderboard?board=sample');
    await page.getByText('Columns', { exact: true }).click();
    await page.getByLabel('Seconds per query').check();
    await page.getByRole('columnheader', { name: 'Time' }).waitFor();
    await page.getByLabel('Shade scores').uncheck();
    expect(await page.locator('td.heat').count()).toBe(0);
    await page.reload();
    await page.getByRole('columnheader', { name: 'Time' }).waitFor();
    expect(await page.locator('td.heat').count()).toBe(0);
  });
});

describe('what was published', () => {
  it('filters by kind, source, size and words', async () => {
    await open('#/leaderboard?board=r2med');
    await page.getByRole('button', { name: 'Reranked' }).click();
    await page.getByRole('button', { name: 'Papers' }).click();
    await page.waitForURL(/kind=reranked/);
    expect(await page.locator('tbody .kind').allInnerTexts()).not.toContain('Retriever');
    await open('#/leaderboard?board=r2med&size=8&open=yes&kind=retriever&source=mteb');
    expect((await names()).length).toBeGreaterThan(3);
    await open('#/leaderboard?board=r2med&q=no-such-system');
    await page.getByText('No row passes these filters').waitFor();
  });

  it('has source, protocol and caveats one click away, in the address', async () => {
    await open('#/leaderboard?board=r2med&q=MedCPT');
    await page.locator('.source a').first().click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    expect(page.url()).toContain('about=');
    expect(await dialog.innerText()).toMatch(/How it was run[\s\S]*Before you compare it/);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => page.url()).not.toContain('about=');
  });

  it('draws rows by need', async () => {
    await open('#/leaderboard?board=r2med');
    const all = Number(await page.getByRole('table').getAttribute('aria-rowcount'));
    expect(all).toBeGreaterThan(150);
    expect((await names()).length).toBeLessThan(60);
    await page.locator('tbody tr[tabindex="0"]').focus();
    await page.keyboard.press('End');
    await expect.poll(() => page.evaluate('Number(document.activeElement.ariaRowIndex)')).toBe(all);
  });

  it('prints every row', async () => {
    await open('#/leaderboard?board=r2med');
    await page.emulateMedia({ media: 'print' });
    await expect.poll(async () => (await names()).length).toBeGreaterThan(150);
    await page.emulateMedia({ media: 'screen' });
  });

  it('copies what is shown', async () => {
    await open('#/leaderboard?board=r2med&source=mteb&sort=system');
    await page.getByText('Copy', { exact: true }).click();
    const copied = async (name: string): Promise<string> => {
      await page.getByRole('button', { name, exact: true }).click();
      await page.getByText(`${name} copied`).waitFor();
      return (await page.evaluate('navigator.clipboard.readText()')) as string;
    };
    const first = (await names())[0]!;
    const markdown = await copied('Markdown');
    expect(markdown).toMatch(/^\| System \| Mean \|/);
    expect(markdown.split('\n')[2]).toContain(first.replaceAll('_', '\\_'));
    expect(await copied('LaTeX')).toContain('\\begin{tabular}');
    expect((await copied('CSV')).split('\r\n')[0]).toMatch(/^system,source,measure,mean,/);
  });
});

describe('for everybody', () => {
  it.each(['light', 'dark'] as const)('axe finds nothing wrong in %s', async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    for (const view of ['leaderboard', 'cost', 'progress', 'live'])
      for (const board of ['r2med', 'sample']) {
        await page.goto(`${web.address}#/${view}?board=${board}`);
        await page.locator('main h1, main h2').first().waitFor();
        expect(await accessibilityProblems(page), `${view} ${board}`).toEqual([]);
      }
  });

  it('fits a phone: nothing but the table and charts is wider than the screen', async () => {
    const { page: phone } = await watchedPage(browser, { viewport: { width: 390, height: 844 } });
    for (const view of ['leaderboard', 'cost', 'progress', 'live']) {
      await phone.goto(`${web.address}#/${view}?board=sample`);
      await phone.locator('main h1, main h2').first().waitFor();
      expect(await phone.evaluate('document.documentElement.scrollWidth'), view).toBeLessThanOrEqual(390);
    }
    await phone.close();
  });

  it('shows on a phone the names of systems that begin alike to their ends, in rows of one height', async () => {
    const { page: phone } = await watchedPage(browser, { viewport: { width: 390, height: 844 } });
    await phone.goto(`${web.address}#/leaderboard?board=sample`);
    await phone.locator('.board tbody .name').first().waitFor();
    const hidden = await phone.evaluate(`
      [...document.querySelectorAll('.board tbody .name')].map((name) =>
        Math.max(name.scrollHeight - name.clientHeight, name.scrollWidth - name.clientWidth))`);
    expect(new Set(hidden as number[])).toEqual(new Set([0]));
    const heights = await phone.evaluate(
      `[...document.querySelectorAll('.board tbody tr[data-index]')].map((row) => Math.round(row.getBoundingClientRect().height))`,
    );
    expect(new Set(heights as number[]).size).toBe(1);
    await phone.close();
  });

  it('says on a phone too what must be known of training data and terms', async () => {
    const { page: phone } = await watchedPage(browser, { viewport: { width: 390, height: 844 } });
    await phone.goto(`${web.address}#/leaderboard?board=r2med&source=papers`);
    await phone.getByText('saw BRIGHT').filter({ visible: true }).first().waitFor();
    await phone.close();
  });

  it('on a phone a row keeps its name: it stands at the left edge however far the table is moved', async () => {
    const { page: phone } = await watchedPage(browser, { viewport: { width: 375, height: 812 } });
    await phone.goto(`${web.address}#/leaderboard?board=r2med`);
    const name = phone.locator('.board tbody .system').first();
    await name.waitFor();
    const text = await name.innerText();
    const left = Number(
      await phone.evaluate('document.querySelector(".board-scroll").getBoundingClientRect().left'),
    );
    for (const to of [120, 420, 10_000]) {
      const at = await phone.evaluate(
        `(() => { const box = document.querySelector('.board-scroll'); box.scrollLeft = ${to}; return box.scrollLeft; })()`,
      );
      expect(at).toBeGreaterThan(100);
      const { x, width } = (await name.boundingBox())!;
      expect(Math.abs(x - left)).toBeLessThanOrEqual(1);
      expect(width).toBeGreaterThan(120);
      // Nothing is drawn over it.
      const seen = await phone.evaluate(
        `document.elementFromPoint(${x} + 20, document.querySelector('.board tbody .system').getBoundingClientRect().y + 12)?.closest('.system')?.innerText`,
      );
      expect(seen).toBe(text);
    }
    await phone.close();
  });
});

describe('cost and progress', () => {
  it('shows the costs of one system too, and none for texts of which nobody says what they took', async () => {
    const alone = await startWeb(['--results', await sampleResults('bm25')]);
    await page.goto(`${alone.address}#/cost?board=sample`);
    await page.getByRole('heading', { name: 'What would I pick for my budget?' }).waitFor();
    expect(await page.locator('.lead').innerText()).toContain('bm25');
    await page.goto(`${web.address}#/cost?board=sample&by=usd`);
    expect(await alone.stop()).toBe(0);
    await page.locator('main p.note').filter({ hasText: 'of 1 system.' }).waitFor();
    expect(await page.locator('table').innerText()).not.toContain('hyde');
  });

  it('picks the best system within the budget', async () => {
    await page.goto(`${web.address}#/cost?board=sample&by=bytes`);
    const slider = page.getByRole('slider', { name: 'My budget' });
    await slider.focus();
    const lead = page.locator('.lead');
    await page.keyboard.press('Home');
    await page.waitForURL(/budget=/);
    const least = await lead.innerText();
    await page.keyboard.press('End');
    await expect.poll(() => lead.innerText()).not.toBe(least);
    expect(await lead.innerText()).toContain('hyde(sample-writer) > bm25');
    expect(
      await page
        .getByRole('group', { name: /against bytes/ })
        .locator('path')
        .count(),
    ).toBeGreaterThan(0);
  });

  it('draws the best score by date, with the data behind it', async () => {
    await page.goto(`${web.address}#/progress?board=r2med`);
    await page.getByRole('group', { name: 'Best nDCG@10 by date and kind' }).waitFor();
    expect(await page.locator('.lead').innerText()).toMatch(/^From \d+\.\d\d in 2025-05/);
    expect(await page.getByRole('link', { name: 'data' }).getAttribute('href')).toMatch(
      /^data:application\/json/,
    );
  });
});
