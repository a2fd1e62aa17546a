import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keyOf } from '../../src/web/page-data/index.js';
import { sampleResults, startBrowser, watchedPage } from '../support/browser.js';
import { r2med, temporaryFolder } from '../support/command.js';

let browser: Browser;
let root: string;

beforeAll(async () => {
  browser = await startBrowser();
  const results = await sampleResults('bm25', 'lsa');
  root = temporaryFolder();
  const { code, stderr } = await r2med([
    'export',
    'site',
    '--results',
    results,
    '--out',
    join(root, 'deep', 'site'),
  ]);
  expect(code, stderr).toBe(0);
});
afterAll(() => browser?.close());

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** Any web server, with the site in a folder below its root. */
const serving = async (): Promise<{ address: string; close: () => void }> => {
  const server = createServer((request, response) => {
    const path = new URL(request.url!, 'http://localhost').pathname;
    readFile(join(root, path)).then(
      (bytes) => response.writeHead(200, { 'Content-Type': TYPES[extname(path)] ?? 'text/plain' }).end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/deep/site/index.html`,
    close: () => server.close(),
  };
};

const works = async (address: string): Promise<void> => {
  const { page, errors } = await watchedPage(browser);
  await page.goto(address);
  await page.getByRole('rowheader', { name: /^bm25/ }).waitFor();
  expect(await page.getByRole('navigation').innerText()).not.toContain('Live');
  // A query shares its file with what all systems made of it, documents are in files of several.
  await page.goto(`${address}#/query/${keyOf('Biology', 'sample')}/${keyOf('bio-q01')}?board=sample`);
  await page.locator('.hit mark').first().waitFor();
  await page.locator('.hit-id button').first().click();
  await page.getByText('Numbers are rounded').waitFor();
  await page.getByRole('button', { name: /^Put .* beside$/ }).click();
  await page.locator('.column').nth(1).locator('.hit').first().waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'Leaderboard' }).click();
  await page.getByRole('link', { name: 'R2MED', exact: true }).click();
  await page.getByText('published systems').first().waitFor();
  await page.getByRole('link', { name: 'Progress' }).click();
  await page.getByRole('heading', { name: 'How far has it come?' }).waitFor();
  expect(errors).toEqual([]);
  await page.close();
};

it('works from a folder below the root of any web server', async () => {
  const server = await serving();
  await works(server.address);
  server.close();
});

it('works opened from disk', () => works(pathToFileURL(join(root, 'deep', 'site', 'index.html')).href));
