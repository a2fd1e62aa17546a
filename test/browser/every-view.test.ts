import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
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
import { auditCall, placesOf, SYSTEMS } from './places.js';

/** One folder a view, so that a new one is looked at as well. */
const VIEWS = readdirSync(fileURLToPath(new URL('../../src/web/page/views', import.meta.url)));

let browser: Browser;
let web: StartedPage;
let places: Readonly<Record<string, string>>;

beforeAll(async () => {
  const results = await sampleResults(...SYSTEMS);
  expect((await r2med(auditCall(results))).code).toBe(0);
  [browser, web] = await Promise.all([startBrowser(), startWeb(['--results', results])]);
  places = await placesOf(web.address);
});
afterAll(async () => {
  await browser?.close();
  expect(await web?.stop()).toBe(0);
});

const opened = async (view: string, options: Parameters<Browser['newPage']>[0] = {}) => {
  const watched = await watchedPage(browser, options);
  await watched.page.goto(`${web.address}${places[view]}`);
  await watched.page.locator('main h1, main h2').first().waitFor();
  await expect.poll(() => watched.page.locator('.loading').count(), { timeout: 30_000 }).toBe(0);
  return watched;
};

it.each(VIEWS)('%s has a place that tests and screenshots look at', (view) => {
  expect(Object.keys(places)).toContain(view);
});

describe.each(VIEWS)('%s', (view) => {
  it.each(['light', 'dark'] as const)('axe-core finds no fault in it, %s', async (colorScheme) => {
    const { page, errors } = await opened(view, { colorScheme, viewport: { width: 1440, height: 1000 } });
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(errors).toEqual([]);
    await page.close();
  });

  it('is no wider than a phone, and axe-core finds no fault in it there', async () => {
    const { page } = await opened(view, { viewport: { width: 390, height: 844 } });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.close();
  });

  it('prints dark on white, without what only a screen needs', async () => {
    const { page } = await opened(view, { colorScheme: 'dark' });
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('navigation', { name: 'Views' }).isVisible()).toBe(false);
    const [paper, ink] = await Promise.all([brightness(page, 'backgroundColor'), brightness(page, 'color')]);
    expect(paper).toBe(255);
    expect(ink).toBeLessThan(90);
    await page.close();
  });

  it('is reached past the bar by one key, and explains its keys', async () => {
    const { page } = await opened(view);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keys' });
    await help.waitFor();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'hidden' });
    // Every stop of the Tab key can be seen.
    for (let stop = 0; stop < 25; stop++) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(FOCUS)).toBe('seen');
    }
    await page.close();
  });
});

/** Whether the element with the focus says so by an outline or a shadow, in its own place. */
const FOCUS = `(() => {
  const at = document.activeElement;
  if (at === document.body) return 'seen';
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(at);
  const marked = (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
  return marked ? 'seen' : 'not seen: ' + at.outerHTML.slice(0, 200);
})()`;

const brightness = async (page: Page, property: 'backgroundColor' | 'color'): Promise<number> => {
  const colour = (await page.evaluate(`getComputedStyle(document.body).${property}`)) as string;
  return Math.max(...(colour.match(/\d+/g) ?? []).slice(0, 3).map(Number));
};
