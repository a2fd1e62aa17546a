import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyOf } from '../../src/web/page-data/index.js';
import {
  type StartedPage,
  startBrowser,
  startWeb,
  type WatchedPage,
  watchedPage,
} from '../support/browser.js';
import { r2med, temporaryFolder } from '../support/command.js';
import { jsonl } from '../support/written-folder.js';

const TASK = keyOf('Biology', 'sample');
const example = (name: string): string =>
  `module:${fileURLToPath(new URL(`../../examples/${name}`, import.meta.url))}`;
const MODEL = example('own-model.mjs');
/** A name that no line holds. */
const LONG = `very-long-name-of-a-model-${'that-somebody-thought-was-a-good-idea-'.repeat(6)}end`;

let browser: Browser;
let web: StartedPage;
let results: string;
let data: string;
let systems: readonly { readonly key: string; readonly name: string; readonly own: boolean }[];

beforeAll(async () => {
  const folder = temporaryFolder();
  results = join(folder, 'results');
  const module = join(folder, 'long.mjs');
  writeFileSync(
    module,
    `export { dimensions, embed, similarity } from ${JSON.stringify(MODEL.replace('module:', ''))};\nexport const name = ${JSON.stringify(LONG)};\nexport const version = '1';\n`,
  );
  const flags = ['rrf(hyde(sample-writer) > bm25, lsa)', MODEL, `${MODEL}(int8)`, `module:${module}`];
  const reranked = `bm25 > ${example('own-reranker.mjs')}`;
  const named = [...flags, reranked].flatMap((system) => ['--system', system]);
  const task = ['--suite', 'sample', '--task', 'Biology', '--task', 'IIYi-Clinical'];
  const ran = await r2med(['run', ...task, ...named, '--ablate', '--out', results, '--quiet']);
  expect(ran.code, ran.stderr).toBe(0);
  // A query with many relevant documents, of which no list shows all at once.
  data = join(folder, 'many');
  const ids = Array.from({ length: 39 }, (_, i) => `d${i + 1}`);
  mkdirSync(data);
  writeFileSync(
    join(data, 'corpus.jsonl'),
    jsonl(...ids.map((id) => ({ id, text: `gout attack number ${id}` }))),
  );
  writeFileSync(join(data, 'query.jsonl'), jsonl({ id: 'q1', text: 'gout' }));
  writeFileSync(join(data, 'qrels.jsonl'), jsonl(...ids.map((id) => ({ q_id: 'q1', p_id: id, score: 1 }))));
  const own = await r2med(['run', '--data', data, '--system', 'bm25', '--out', results, '--quiet']);
  expect(own.code, own.stderr).toBe(0);
  [browser, web] = await Promise.all([startBrowser(), startWeb(['--results', results, '--data', data])]);
  ({ systems } = (await (await fetch(`${web.address}data/index.json`)).json()) as {
    systems: typeof systems;
  });
});
afterAll(async () => {
  await browser?.close();
  expect(await web?.stop()).toBe(0);
});

const keyed = (name: string): string => systems.find((each) => each.own && each.name === name)!.key;

const open = async (
  hash: string,
  heading: string | RegExp,
  options: Parameters<Browser['newPage']>[0] = {},
): Promise<WatchedPage> => {
  const watched = await watchedPage(browser, options);
  await watched.page.goto(`${web.address}${hash}`);
  await watched.page.getByRole('heading', { name: heading }).first().waitFor();
  return watched;
};

describe('the matrix of queries and systems', () => {
  const heading = 'Which queries does which system solve?';

  it('is sorted by a system from its heading, keeps that in the address, and leads from a cell to the query there', async () => {
    const { page, errors } = await open(`#/matrix/${TASK}?board=sample`, heading);
    await page.getByRole('button', { name: 'lsa', exact: true }).click();
    await expect.poll(() => page.url()).toContain(`sort=${keyed('lsa')}`);
    const column = page.locator(`.matrix tbody a[href*="system=${keyed('lsa')}"]`);
    const scores = (await column.allInnerTexts()).map(Number);
    expect(scores).toHaveLength(9);
    expect(scores).toEqual([...scores].sort((a, b) => a - b));
    await page.locator('[data-cell="0,0"]').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.locator('[data-cell="1,1"]:focus').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: /^bio-q/ }).waitFor();
    expect(page.url()).toMatch(/#\/query\/.*system=/);
    await page.goBack();
    await page.getByRole('heading', { name: heading }).waitFor();
    expect(page.url()).toContain(`sort=${keyed('lsa')}`);
    expect(errors).toEqual([]);
    await page.close();
  });

  it('shows shades, and what passes filters of queries and systems', async () => {
    const { page } = await open(`#/matrix/${TASK}?board=sample&cells=shades&systems=hyde&text=q01`, heading);
    await page.locator('.matrix.shades').waitFor();
    expect(await page.locator('.matrix thead button').allInnerTexts()).toEqual([
      'hyde(sample-writer) > bm25',
      'rrf(hyde(sample-writer) > bm25, lsa)',
    ]);
    expect(await page.locator('.matrix tbody tr[aria-rowindex]').count()).toBe(1);
    await page.close();
  });

  it('shows names that begin alike to their ends', async () => {
    const { page } = await open(`#/matrix/${TASK}?board=sample&systems=hyde`, heading);
    await page.locator('.matrix.numbers thead button').first().waitFor();
    const hidden = await page.evaluate(`
      [...document.querySelectorAll('.matrix.numbers thead button')].map((button) =>
        Math.max(button.scrollHeight - button.clientHeight, button.scrollWidth - button.clientWidth))`);
    expect(hidden).toEqual([0, 0]);
    await page.close();
  });
});

it('failures add up to the queries of a system, as the command counts them, and lead to each', async () => {
  const { page, errors } = await open(
    `#/failures/${TASK}?board=sample&system=${keyed('bm25')}`,
    'Why do queries fail?',
  );
  const cells = page.locator('.kinds tr.chosen td');
  const counts = (await cells.allInnerTexts()).map((text) => Number.parseInt(text, 10));
  expect(counts.slice(0, -1).reduce((sum, count) => sum + count, 0)).toBe(counts.at(-1));
  const typed = 'explain --failures --suite sample --task Biology --system bm25 --results'.split(' ');
  expect(await page.locator('pre.command').innerText()).toContain([...typed, results].join(' '));
  const told = await r2med([...typed, results, '--json']);
  const {
    systems: [bm25],
  } = JSON.parse(told.stdout) as {
    systems: readonly {
      counts: Record<string, number>;
      failures: readonly { query: string; kind: string }[];
    }[];
  };
  expect(counts.slice(0, -1)).toEqual(Object.values(bm25!.counts).filter((count, i) => i === 0 || count > 0));
  await page
    .getByRole('navigation', { name: 'Kind' })
    .getByRole('link', { name: /^Outranked/ })
    .click();
  await expect.poll(() => page.url()).toContain('kind=outranked');
  expect(await page.locator('.failed-queries b').allInnerTexts()).toEqual(
    bm25!.failures.filter(({ kind }) => kind === 'outranked').map(({ query }) => query),
  );
  await page.locator('.failed-queries a').first().click();
  await page.getByText('What bm25 found').waitFor();
  expect(errors).toEqual([]);
  await page.close();
});

describe('variants', () => {
  it('are differences from their base, with intervals and tests: parts left out, and other vectors', async () => {
    const base = keyed('rrf(hyde(sample-writer) > bm25, lsa)');
    const { page, errors } = await open(
      `#/variants?board=sample&base=${base}`,
      'What does each change gain?',
    );
    const parts = page.getByRole('group', { name: 'What each part gains' }).locator('tbody tr');
    await parts.first().waitFor();
    const rows = await parts.allInnerTexts();
    expect(rows).toHaveLength(3);
    expect(rows.find((row) => row.startsWith('lsa'))).toMatch(/−\d+\.\d\d\s+−\d+\.\d\d to −\d+\.\d\d/);
    await page.getByRole('combobox', { name: 'System' }).selectOption({ label: 'hashing' });
    await page
      .getByRole('group', { name: 'Other forms of its vectors' })
      .getByText('hashing(int8)')
      .waitFor();
    expect(errors).toEqual([]);
    await page.close();
  });

  it('keep the words of their headings and figures whole on a phone, where the table scrolls', async () => {
    const { page } = await open(
      `#/variants?board=sample&base=${keyed('rrf(hyde(sample-writer) > bm25, lsa)')}`,
      /./,
      { viewport: { width: 390, height: 844 } },
    );
    await page.locator('.variants td.number').first().waitFor();
    const lines = await page.evaluate(`
      [...document.querySelectorAll('.variants thead th, .variants td.number')].map((cell) => {
        const text = document.createRange();
        text.selectNodeContents(cell);
        return new Set([...text.getClientRects()].map(({ top }) => Math.round(top / 10))).size;
      })`);
    expect(Math.max(...(lines as number[]))).toBe(1);
    await page.close();
  });

  it('are on the page of a system, whose settings are no JSON', async () => {
    const key = keyed('bm25 > covered-words(10)');
    const { page } = await open(`#/system/${key}?board=sample`, 'What one thing more or less does');
    await page
      .getByRole('group', { name: 'What each part gains' })
      .getByText('covered-words(10)')
      .first()
      .waitFor();
    const text = await page.locator('main').innerText();
    expect(text).toContain('orderer scorer name');
    expect(text).not.toMatch(/[{[]"|"\s*:/);
    await page.close();
  });
});

it('one retriever is fixed and LLMs are compared, and the other way round, in the address', async () => {
  const { page } = await open('#/llms?board=sample', 'Which LLM for which retriever?');
  await page.getByRole('heading', { name: /LLMs with bm25/ }).waitFor();
  await page.getByRole('button', { name: 'hyde(sample-writer)' }).click();
  await page.getByRole('heading', { name: /Retrievers with hyde\(sample-writer\)/ }).waitFor();
  expect(decodeURIComponent(page.url())).toContain('fix=llm:hyde(sample-writer)');
  await page.getByRole('button', { name: 'Retrievers as rows' }).click();
  await page.getByRole('rowheader', { name: 'bm25' }).waitFor();
  expect(await page.locator('.crossed tbody td').first().innerText()).toMatch(/\d\d\.\d\d to \d\d\.\d\d/);
  await page.close();
});

it('a flag and a note outlive a reload, are listed, exported, and imported', async () => {
  const { page, errors } = await open(`#/query/${TASK}/${keyOf('bio-q01')}?board=sample`, 'bio-q01');
  await page.keyboard.press('f');
  await page.getByRole('button', { name: /Flagged/ }).waitFor();
  await page.getByRole('textbox', { name: 'Note on this query' }).fill('Odd: "quoted"\nand two lines');
  await page.reload();
  await page.getByRole('button', { name: /Flagged/ }).waitFor();
  await page.getByRole('link', { name: 'all notes' }).click();
  await page.getByRole('rowheader', { name: 'bio-q01' }).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export as JSONL' }).click(),
  ]);
  const file = join(temporaryFolder(), 'notes.jsonl');
  await download.saveAs(file);
  await page.evaluate('localStorage.clear()');
  await page.reload();
  await page.getByText('No notes yet').waitFor();
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByText('1 note read.').waitFor();
  expect(await page.getByRole('row', { name: /bio-q01/ }).innerText()).toContain(
    'Odd: "quoted"\nand two lines',
  );
  expect(errors).toEqual([]);
  await page.close();
});

it('every relevant document of a query can be reached and read', async () => {
  const { page } = await open(`#/query/${keyOf('many', data)}/${keyOf('q1')}?board=own`, 'q1');
  await page.getByRole('heading', { name: 'Its 39 relevant documents' }).waitFor();
  await page.getByRole('button', { name: 'Show all 39' }).click();
  expect(await page.locator('.relevant-list li').count()).toBe(39);
  expect(page.url()).toContain('docs=all');
  const last = page.locator('.relevant-list li').last();
  await last.getByRole('button').click();
  await last.getByText(/gout attack number/).waitFor();
  expect((await page.locator('main').innerText()).toLowerCase()).not.toContain('gold');
  await page.close();
});

describe('the leaderboard', () => {
  it('is at the same place again when the reader comes back', async () => {
    const { page } = await open('#/leaderboard?board=r2med', 'Who finds the evidence?');
    await page.evaluate("document.querySelector('.board-scroll').scrollTo({ top: 4000 })");
    await expect.poll(() => page.evaluate('history.state?.scrolled?.board?.[1]')).toBe(4000);
    await page.locator('.board tbody .name').nth(8).click();
    await page.getByRole('heading', { name: 'Where it is strong' }).waitFor();
    await page.goBack();
    await expect.poll(() => page.evaluate("document.querySelector('.board-scroll').scrollTop")).toBe(4000);
    await page.close();
  });

  it('has means of tasks that the address names, and filters by licence and training data', async () => {
    const { page } = await open(
      '#/leaderboard?board=r2med&tasks=Biology,MedQA-Diag',
      'Who finds the evidence?',
    );
    await page.getByText('mean of two tasks').waitFor();
    await page.goto(`${web.address}#/leaderboard?board=r2med&licence=cc-by-nc-4.0`);
    await expect.poll(async () => (await page.locator('.board tbody tr[data-index]').count()) > 0).toBe(true);
    const rows = await page.locator('.board tbody tr[data-index] .name-line').allInnerTexts();
    expect(rows.every((row) => row.includes('NC'))).toBe(true);
    await page.goto(`${web.address}#/leaderboard?board=r2med&untrained=BRIGHT`);
    await page.getByText(/\d+ of \d+ rows/).waitFor();
    expect(await page.locator('.board').innerText()).not.toContain('saw BRIGHT');
    await page.close();
  });
});

it.each(['leaderboard', 'matrix', 'failures', 'variants', 'llms', 'task', 'cost', 'system', 'compare'])(
  'a name of any length fits into %s on a phone',
  async (view) => {
    const path = view === 'system' ? `/${keyed(LONG)}` : view === 'task' ? `/${TASK}` : '';
    const chosen = view === 'compare' ? `&systems=${keyed(LONG)},${keyed('bm25')}` : '';
    const { page } = await open(`#/${view}${path}?board=sample${chosen}`, /./, {
      viewport: { width: 390, height: 844 },
    });
    await expect.poll(() => page.locator('.loading').count(), { timeout: 30_000 }).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await page.close();
  },
);

it('a folder that vanishes is said, and so is a server that was killed', async () => {
  const folder = join(temporaryFolder(), 'gone');
  await r2med([
    'run',
    '--suite',
    'sample',
    '--task',
    'Biology',
    '--system',
    'bm25',
    '--out',
    folder,
    '--quiet',
  ]);
  const own = await startWeb(['--results', folder]);
  const { page } = await watchedPage(browser);
  await page.goto(`${own.address}#/leaderboard?board=sample`);
  await page.getByRole('rowheader', { name: /^bm25/ }).waitFor();
  renameSync(folder, `${folder}-elsewhere`);
  await page.getByText('The folder gone is not there').waitFor();
  await own.kill();
  await page.getByText('The server of this page has ended.').waitFor();
  await page.close();
});
