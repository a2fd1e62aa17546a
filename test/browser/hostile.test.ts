import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addresses, keyOf } from '../../src/web/page-data/index.js';
import { type StartedPage, startBrowser, startWeb, watchedPage } from '../support/browser.js';
import { r2med, temporaryFolder } from '../support/command.js';
import { jsonl } from '../support/written-folder.js';

/** What would be seen if any text became more than text. */
const ATTACK = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';
const BIDI = '\u202e\u2066esrever\u2069';
const LONG = `gout ${'x'.repeat(50_000)}`;
const QUERIES = ['../../etc/passwd', ATTACK, '__proto__', `q${BIDI}`, '%2e%2e%2f', 'constructor'];

const MODULE = `
export const name = 'img-onerror-window-hacked';
export const version = '1';
export const search = (queries, k) => queries.map(() => [{ id: '__proto__', score: 2 }, { id: ${JSON.stringify(ATTACK)}, score: 1 }]);
`;

let browser: Browser;
let web: StartedPage;
let page: Page;
let errors: readonly string[];
let asked: string[] = [];

beforeAll(async () => {
  const cwd = temporaryFolder();
  const data = join(cwd, '<b>task');
  mkdirSync(data);
  writeFileSync(
    join(data, 'corpus.jsonl'),
    jsonl(
      { id: '__proto__', text: `gout ${ATTACK}` },
      { id: ATTACK, text: `${BIDI} javascript:alert(1) ${ATTACK} toe` },
      { id: '../../etc/passwd', text: LONG },
    ),
  );
  writeFileSync(
    join(data, 'query.jsonl'),
    jsonl(...QUERIES.map((id) => ({ id, text: `gout toe ${ATTACK} ${BIDI}` }))),
  );
  writeFileSync(
    join(data, 'qrels.jsonl'),
    jsonl(...QUERIES.map((id) => ({ q_id: id, p_id: '__proto__', score: 1 }))),
  );
  writeFileSync(join(cwd, 'own.mjs'), MODULE);
  const out = join(cwd, 'results');
  const systems = ['--system', 'bm25', '--system', 'module:own.mjs', '--system', 'bm25(k1=2) > top(2)'];
  const { code, stderr } = await r2med(['run', '--data', data, ...systems, '--out', out, '--quiet'], { cwd });
  expect(code, stderr).toBe(0);
  [browser, web] = await Promise.all([startBrowser(), startWeb(['--results', out, '--data', data])]);
  ({ page, errors } = await watchedPage(browser));
  page.on('request', (request) => asked.push(request.url()));
  page.on('dialog', (dialog) => {
    asked.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
});
afterAll(async () => {
  await browser?.close();
  expect(await web?.stop()).toBe(0);
});

const isHarmless = async (): Promise<void> => {
  expect(await page.evaluate('window.hacked')).toBeUndefined();
  expect(await page.locator('main img, main script, main b:text-is("task")').count()).toBe(0);
  expect(asked.filter((url) => !url.startsWith(web.address) && !url.startsWith('data:'))).toEqual([]);
  expect(errors).toEqual([]);
};

it('names, ids and texts stay text in every view', async () => {
  const { tasks, systems } = (await (
    await page.request.get(`${web.address}${addresses.index()}`)
  ).json()) as { tasks: { key: string; name: string }[]; systems: { key: string; own: boolean }[] };
  const own = tasks.find(({ name }) => name === '<b>task')!;
  const system = systems.find((each) => each.own)!;
  const places = [
    '#/leaderboard?board=own',
    '#/leaderboard?board=own&q=<script>window.hacked=1</script>&sort=-__proto__&columns=constructor&about=../../x',
    '#/cost?board=own&by=__proto__&budget=NaN',
    '#/progress?board=own',
    '#/live?board=own',
    `#/task/${own.key}?board=own`,
    `#/system/${system.key}?board=own`,
    `#/compare?board=own&a=${system.key}&b=../../x`,
    '#/nano?board=own',
    ...QUERIES.map((query) => `#/query/${own.key}/${keyOf(query)}?board=own&system=${system.key}`),
    '#/search?board=own',
    '#/no-such-view/../../etc/passwd',
  ];
  for (const place of places) {
    asked = [];
    await page.goto('about:blank');
    await page.goto(`${web.address}${place}`);
    await page.locator('main h1, main h2, main h3').first().waitFor();
    await isHarmless();
  }
});

it('a long line does not widen the page', async () => {
  await page.goto(`${web.address}#/search?board=own`);
  await page.locator('main h1').waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
});
