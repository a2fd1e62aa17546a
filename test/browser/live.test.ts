import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type StartedPage, sampleResults, startBrowser, startWeb, watchedPage } from '../support/browser.js';
import { startR2med, temporaryFolder } from '../support/command.js';

let browser: Browser;
let web: StartedPage;
let results: string;

beforeAll(async () => {
  results = await sampleResults('bm25');
  [browser, web] = await Promise.all([startBrowser(), startWeb(['--results', results])]);
});
afterAll(async () => {
  await browser?.close();
  expect(await web?.stop()).toBe(0);
});

it('follows a run: hatched without a rank while it works, then a row like any other', async () => {
  const { page, errors } = await watchedPage(browser);
  await page.goto(`${web.address}#/live?board=sample`);
  await page.getByRole('heading', { name: 'Nothing is running' }).waitFor();

  const cwd = temporaryFolder();
  const gate = join(cwd, 'go');
  writeFileSync(
    join(cwd, 'holding.mjs'),
    `import { existsSync } from 'node:fs';
     export const name = 'holding';
     export const version = '1';
     let asked = 0;
     export const embed = async (texts, role) => {
       // First the order that is known, then the first task.
       if (role === 'query' && asked++ > 1)
         while (!existsSync(${JSON.stringify(gate)})) await new Promise((resolve) => setTimeout(resolve, 20));
       return texts.map((text) => [text.length, 1]);
     };`,
  );
  const call = startR2med(
    [
      'run',
      '--suite',
      'sample',
      '--retriever',
      'module:holding.mjs',
      '--out',
      results,
      '--quiet',
      '--no-cache',
    ],
    { cwd },
  );
  await page
    .getByText(/1 of 8/)
    .first()
    .waitFor();
  expect(await page.locator('.work.done').first().innerText()).toMatch(/^\d+\.\d\d \d+\.\d\d to \d+\.\d\d/);
  expect(await page.locator('.work.running').count()).toBe(1);
  expect(await page.locator('.work.waiting').count()).toBe(6);

  await page.getByRole('link', { name: 'Leaderboard' }).click();
  const running = page.locator('tbody tr.running');
  await running.waitFor();
  expect(await running.locator('.place').innerText()).toBe('–');
  expect(await running.innerText()).toContain('running, 1 of 8 tasks');

  writeFileSync(gate, '');
  expect((await call.done).code).toBe(0);
  await running.waitFor({ state: 'detached' });
  await expect
    .poll(() => page.locator('tbody tr', { hasText: 'holding' }).locator('.place').innerText())
    .toMatch(/^\d$/);
  expect(errors).toEqual([]);
  await page.close();
});
