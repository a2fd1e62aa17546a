import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBrowser, watchedPage } from '../browser.js';
import { printedBy } from '../in-process.js';
import { reviewFolder, reviewItem } from '../review-folder.js';
import { type Serving, startServing } from '../serving.js';

let browser: Browser;
let server: Serving;
let token: string;

beforeAll(async () => {
  browser = await startBrowser();
  const texts = [{ label: 'Query', text: '<img src=x onerror="alert(1)"> a cough' }];
  const folder = reviewFolder([reviewItem('one', { texts })]);
  const printed = await printedBy(['review', 'plan', folder, '--reviewer', 'anna', '--per-item', '1']);
  token = /#link=([\w-]+)$/m.exec(printed)![1]!;
  server = await startServing(['review', 'serve', folder, '--port', '0']);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

it('a link opens the page with the item to review, and is gone from the address', async () => {
  const { page, errors } = await watchedPage(browser);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(`${server.address}#link=${token}`);
  await page.getByText('a cough').waitFor();
  expect(page.url()).toBe(server.address);
  expect(asked.filter((url) => new URL(url).pathname !== '/' && url.includes(token))).toEqual([]);
  const [cookie] = await page.context().cookies();
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
  await page.reload();
  await page.getByText('a cough').waitFor();
  expect(await page.locator('img[src="x"]').count()).toBe(0);
  expect(errors).toEqual([]);
});

it('without a link the page says what is needed', async () => {
  const { page } = await watchedPage(browser, {});
  await page.goto(server.address);
  await page.getByText('This needs a valid link').waitFor();
});
