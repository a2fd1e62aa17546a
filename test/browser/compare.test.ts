import type { Browser, Page } from 'playwright-core';
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
import { r2med } from '../support/command.js';

let browser: Browser;
let results: string;
let web: StartedPage;
let keys: Readonly<Record<string, string>>;

beforeAll(async () => {
  results = await sampleResults('bm25', 'lsa', 'rrf(bm25, lsa)');
  [browser, web] = await Promise.all([startBrowser(), startWeb(['--results', results])]);
  const index = (await (await fetch(`${web.address}data/index.json`)).json()) as SiteIndex;
  keys = Object.fromEntries(index.systems.filter(({ own }) => own).map(({ name, key }) => [name, key]));
});
afterAll(async () => {
  await browser?.close();
  expect(await web?.stop()).toBe(0);
});

const opened = async (
  state: string,
  options: Parameters<Browser['newPage']>[0] = {},
): Promise<{ page: Page; errors: readonly string[] }> => {
  const { page, errors } = await watchedPage(browser, options);
  await page.goto(`${web.address}#/compare?board=sample&${state}`);
  await page.getByRole('heading', { name: 'Every test' }).waitFor();
  return { page, errors };
};

const twoSystems = (): string => `systems=${keys.lsa},${keys.bm25}`;

it('prints the figures of the command, and answers in a sentence with an interval', async () => {
  const { stdout } = await r2med(['compare', 'lsa', 'bm25', '--results', results, '--json', '--quiet']);
  const { systems } = JSON.parse(stdout) as {
    systems: { rows: { over: string; pHolm: number; wins: number; ties: number; losses: number }[] }[];
  };
  const printed = (await r2med(['compare', 'lsa', 'bm25', '--results', results, '--quiet'])).stdout;
  const { page, errors } = await opened(twoSystems());
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Is bm25 better than lsa?');
  const rows = page.locator('table.tests tbody tr');
  expect(await rows.count()).toBe(systems[0]!.rows.length);
  for (const [i, { over, wins, ties, losses }] of systems[0]!.rows.entries()) {
    const cells = (await rows.nth(i).locator('th, td').allInnerTexts()).map((text) =>
      text.replaceAll('−', '-').replaceAll('±', ''),
    );
    expect(cells[0]).toBe(over);
    expect(cells.at(-1)).toBe(`${wins} / ${ties} / ${losses}`);
    const line = printed.split('\n').find((each) => each.startsWith(over))!;
    for (const cell of cells.slice(1, 8))
      for (const part of cell.replace('< ', '<').split(' to '))
        if (part !== '–') expect(line, `${over}: ${cell}`).toContain(part);
  }
  expect(await page.locator('.answer').innerText()).toMatch(
    /^Yes, by 2\.55 points of nDCG@10 \(95 % interval of the difference \+1\.18 to \+3\.99\), over 71 queries of eight tasks; p 0\.0012/,
  );
  expect(errors).toEqual([]);
  await page.close();
});

it('never lets a difference that no test supports look like a win', async () => {
  const { page } = await opened(twoSystems());
  const chart = page.getByRole('group', { name: /^B − A: mean of tasks/ });
  const marks = await chart.locator('circle').all();
  const fills = await Promise.all(marks.map((mark) => mark.getAttribute('fill')));
  expect(fills).toEqual(['var(--acc)', ...Array.from({ length: 8 }, () => 'var(--card)')]);
  await page.goto(`${web.address}#/compare?board=sample&systems=${keys.bm25},${keys['rrf(bm25, lsa)']}`);
  await page.getByText(/^Not shown: the difference of −0\.32 points/).waitFor();
  await page.close();
});

it('stays as it is while other runs write records', async () => {
  const { page, errors } = await watchedPage(browser);
  // Each answer to the page holds one event; it asks again when it has taken it.
  const events = Array.from({ length: 10 }, (_, i) => ({ event: i % 2 ? 'records' : 'live', data: `${i}` }));
  let drawn = (): void => undefined;
  let taken = (): void => undefined;
  const isDrawn = new Promise<void>((resolve) => {
    drawn = resolve;
  });
  const areTaken = new Promise<void>((resolve) => {
    taken = resolve;
  });
  await page.route('**/events', async (route) => {
    await isDrawn;
    const next = events.shift();
    if (!next) return taken();
    const body = `retry: 1\nevent: ${next.event}\ndata: ${next.data}\n\n`;
    await route.fulfill({ contentType: 'text/event-stream', body });
  });
  await page.goto(`${web.address}#/compare?board=sample&${twoSystems()}`);
  await page.getByRole('heading', { name: 'Every test' }).waitFor();
  await page.evaluate("window.drawn = document.querySelector('table.tests')");
  drawn();
  await areTaken;
  expect(await page.evaluate('window.drawn.isConnected')).toBe(true);
  expect(errors).toEqual([]);
  await page.close();
});

it('opens the rankings of a query by key, with lines between the places of a document, and goes back', async () => {
  const { page, errors } = await opened(twoSystems());
  await page.keyboard.press('j');
  await page.waitForURL(/open=/);
  const lines = page.getByRole('group', { name: 'The first hits of lsa, bm25' });
  await lines.waitFor();
  expect(await lines.locator('path[stroke="var(--gold)"]').count()).toBe(3);
  const first = page.url();
  await page.keyboard.press('j');
  await page.waitForURL((url) => url.href !== first);
  await page.goBack();
  await page.waitForURL((url) => url.href === first);
  await page.goBack();
  await lines.waitFor({ state: 'detached' });
  expect(errors).toEqual([]);
  await page.close();
});

it('swaps by key, filters the queries by task and direction, all in the address', async () => {
  const { page } = await opened(twoSystems());
  await page.keyboard.press('s');
  await page.getByRole('heading', { name: 'Is lsa better than bm25?' }).waitFor();
  await page.getByRole('button', { name: '▲ Better in B' }).click();
  await page.getByText('9 queries', { exact: true }).waitFor();
  await page.getByLabel('Task', { exact: true }).selectOption('Biology');
  await page.getByText('2 queries', { exact: true }).waitFor();
  await page.reload();
  await page.getByText('2 queries', { exact: true }).waitFor();
  await page.close();
});

it('compares three systems, and slices as the command does', async () => {
  const three = `systems=${keys.bm25},${keys.lsa},${keys['rrf(bm25, lsa)']}&slice=overlap`;
  const { page } = await opened(three);
  await page.getByRole('heading', { name: 'What is better than bm25?' }).waitFor();
  const { stdout } = await r2med([
    'compare',
    'bm25',
    'lsa',
    '--results',
    results,
    '--json',
    '--quiet',
    '--slice',
    'overlap',
  ]);
  const [{ slices }] = JSON.parse(stdout).systems;
  const chart = page.getByRole('img', { name: /by share of the query/ });
  await chart.waitFor();
  const label = (await chart.getAttribute('aria-label'))!.replaceAll('−', '-');
  for (const { slice, difference } of slices[0].rows)
    expect(label).toContain(`${slice} ${difference > 0 ? '+' : ''}${(difference * 100).toFixed(2)}`);
  await page.getByRole('link', { name: 'rrf(bm25, lsa)' }).click();
  await page.getByRole('heading', { name: 'rrf(bm25, lsa) against bm25' }).waitFor();
  await page.close();
});

it('has no barrier in light, dark and on a phone', async () => {
  for (const options of [
    { colorScheme: 'light', viewport: { width: 1440, height: 1000 } },
    { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
  ] as const) {
    const { page } = await opened(twoSystems(), options);
    await page.keyboard.press('j');
    await page.getByRole('group', { name: 'The first hits of lsa, bm25' }).waitFor();
    await page.getByRole('group', { name: 'Slice' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(options.viewport.width);
    await page.close();
  }
});
