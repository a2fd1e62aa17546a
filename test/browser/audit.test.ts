import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
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
import { r2med, temporaryFolder } from '../support/command.js';
import { jsonl } from '../support/written-folder.js';
import { auditCall } from './places.js';

const OVERVIEW = 'Are these tasks sound, and how far do words lead?';
const ONE = 'Is MedQA-Diag sound, and how far do words lead?';
const AUDIT = keyOf('MedQA-Diag', 'audit sample ');
const PHONE = { viewport: { width: 390, height: 844 } };

let browser: Browser;
let web: StartedPage;
let results: string;

const call = async (args: readonly string[]): Promise<void> => {
  const { code, stderr } = await r2med(args);
  if (code !== 0) throw new Error(stderr);
};

beforeAll(async () => {
  results = await sampleResults('bm25', 'lsa');
  await call(auditCall(results));
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
  address = web.address,
): Promise<WatchedPage> => {
  const watched = await watchedPage(browser, options);
  await watched.page.goto(`${address}${hash}`);
  await watched.page.getByRole('heading', { level: 1, name: heading }).waitFor();
  return watched;
};

const tasks = (page: Page): Promise<readonly string[]> => page.locator('.audits tbody th a').allInnerTexts();
const row = (page: Page, task: string) => page.getByRole('row', { name: new RegExp(`^${task}`) });

describe('all audits', () => {
  it('stand side by side, the largest lexical gap first, with a comparison that claims no more than the queries tell', async () => {
    const { page, errors } = await open('#/audit', OVERVIEW);
    await row(page, 'IIYi-Clinical').getByText('▼ smaller').waitFor();
    const names = await tasks(page);
    expect(names).toHaveLength(8);
    expect(names.at(0)).toBe('Biology');
    expect(names.at(-1)).toBe('IIYi-Clinical');
    expect(await row(page, 'Biology').innerText()).toMatch(/0\.841\s+0\.799 to 0\.890/);
    // As `r2med audit` prints them: an interval with 0 in it is no win.
    expect(await row(page, 'MedXpertQA-Exam').innerText()).toMatch(/not told apart\s+−0\.062 to \+0\.049/);
    expect(await row(page, 'IIYi-Clinical').innerText()).toMatch(/smaller\s+−0\.206 to −0\.081/);
    await page.getByRole('img', { name: /^Lexical gap: 0\.841, 95 % interval 0\.799 to 0\.890/ }).waitFor();
    await page.getByRole('combobox', { name: /Compare with/ }).selectOption({ label: 'IIYi-Clinical' });
    await row(page, 'Biology').getByText('▲ larger').waitFor();
    expect(page.url()).toContain('than=');
    expect(errors).toEqual([]);
    await page.close();
  });

  it('are sorted by the address, and by keys', async () => {
    const { page } = await open('#/audit?sort=task', OVERVIEW);
    expect((await tasks(page)).slice(0, 3)).toEqual(['Bioinformatics', 'Biology', 'IIYi-Clinical']);
    await page.getByRole('button', { name: 'Documents' }).focus();
    await page.keyboard.press('Enter');
    await page
      .getByRole('columnheader', { name: 'Documents' })
      .and(page.locator('[aria-sort=descending]'))
      .waitFor();
    expect((await tasks(page))[0]).toBe('PMC-Treatment');
    await page.keyboard.press('Enter');
    await page.locator('[aria-sort=ascending]').waitFor();
    expect((await tasks(page))[0]).toBe('IIYi-Clinical');
    expect(page.url()).toContain('sort=-documents');
    await row(page, 'MedQA-Diag').getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: ONE }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: OVERVIEW }).waitFor();
    expect(page.url()).toContain('sort=-documents');
    await page.close();
  });
});

describe('one audit', () => {
  it('answers both questions before everything else', async () => {
    const { page, errors } = await open(`#/audit/${AUDIT}`, ONE);
    const lead = await page.locator('.lead').innerText();
    expect(lead).toMatch(/Sound: 0 errors, 0 warnings, 1 note from \d+ checks\./);
    expect(lead).toContain('Lexical gap 0.792, 95 % interval 0.755 to 0.832.');
    await page.getByRole('img', { name: /^Lexical gap: 0\.792/ }).waitFor();
    await page.getByText('Here one document in 4 that is not relevant comes before a relevant one').waitFor();
    await page.getByText('A referee’s objections, and the answers').click();
    await page.getByText('It is not: it is the lexical gap of one BM25').waitFor();
    await page
      .getByRole('img', { name: /^Correlation of bm25: \+0\.91, 95 % interval \+0\.54 to \+1\.00/ })
      .waitFor();
    await page
      .getByRole('img', { name: /^Mean scores of lsa by quarter of overlap: 0\.00 at overlap 0\.048/ })
      .waitFor();
    const text = await page.locator('main').innerText();
    expect(text).toContain('the corpus has 76 documents');
    expect(text).toContain('lucene-english');
    expect(text).toContain('1 rule found nothing');
    expect(errors).toEqual([]);
    await page.close();
  });

  it('says which share of the evidence is reached, rung by rung, in words and in figures', async () => {
    const { page, errors } = await open(`#/audit/${AUDIT}?group=ladder`, ONE);
    await page.getByText('Which share of the evidence is reached, and by what?').waitFor();
    const text = await page.locator('main').innerText();
    expect(text).toContain(
      'By words of the query 29 %, by words of the answer 83 % (55 % by nothing before); 17 % remains. A random order reaches 14 %.',
    );
    for (const [title, mean] of [
      ['Evidence reached by words of the query', '0.287'],
      ['Evidence reached by words of the answer', '0.833'],
      ['Evidence reached by words of the answer, and by nothing before', '0.546'],
      ['Evidence that remains', '0.167'],
    ])
      await page
        .locator('.figure-row')
        .filter({ has: page.getByText(title!, { exact: true }) })
        .filter({ hasText: mean! })
        .waitFor();
    // A count is written one way, on an axis too.
    expect(text).toContain('1 in 1,000');
    expect(errors).toEqual([]);
    await page.close();
  });

  it('draws related figures on one axis, and opens the pairs behind one by keys', async () => {
    const { page } = await open(`#/audit/${AUDIT}?group=words`, ONE);
    const figure = page.getByText('Query and its relevant documents').last();
    await figure.locator('xpath=ancestor::summary').focus();
    await page.keyboard.press('Enter');
    await page.locator('.pairs mark').first().waitFor();
    expect(page.url()).toContain('figure=overlap.weighted.query-relevant');
    const details = page.locator('.figure-row[open] .figure-details');
    expect(await details.innerText()).toContain('idf(t) over Q');
    expect(await details.locator('.pairs > li').count()).toBe(5);
    expect(await details.locator('.pair-head').allInnerTexts()).toEqual([
      expect.stringMatching(/^0\.022\s+lowest$/),
      '0.036',
      '0.049',
      '0.086',
      expect.stringMatching(/^0\.153\s+highest$/),
    ]);
    expect(await details.locator('.pairs > li').last().locator('mark').allInnerTexts()).toContain('stuck');
    await details.getByRole('link', { name: 'mqa-q07' }).click();
    await page.getByRole('heading', { level: 1, name: 'mqa-q07' }).waitFor();
    await page.goBack();
    await page.locator('.pairs mark').first().waitFor();
    await page.close();
  });

  it('gives what a check counts, what to do and the first that it found, and every definition by keys', async () => {
    const { page } = await open(`#/audit/${AUDIT}?group=words`, ONE);
    await page.locator('.check > summary').focus();
    await page.keyboard.press('Space');
    await page.getByText('What to do.').waitFor();
    expect(page.url()).toContain('check=answer-in-relevant');
    expect(await page.locator('.found-list > li').count()).toBe(9);
    await page.getByRole('link', { name: 'mqa-q01' }).waitFor();
    await page.getByText('checks found nothing').focus();
    await page.keyboard.press('Enter');
    await page.getByText('Documents without title and text, or with white space only.').waitFor();
    const all = '[...document.querySelectorAll("main summary")]';
    expect(await page.evaluate(`${all}.length`)).toBeGreaterThan(20);
    expect(await page.evaluate(`${all}.every((summary) => summary.tabIndex === 0)`)).toBe(true);
    await page.close();
  });

  it('is reached from the page of its task, and leads back there', async () => {
    const { page } = await open(`#/task/${keyOf('MedQA-Diag', 'sample')}`, 'How hard is MedQA-Diag?');
    await page.getByRole('link', { name: 'audit of MedQA-Diag' }).click();
    await page.getByRole('heading', { level: 1, name: ONE }).waitFor();
    await page.getByRole('link', { name: 'its task' }).click();
    await page.getByRole('heading', { level: 1, name: 'How hard is MedQA-Diag?' }).waitFor();
    await page.close();
  });

  it('that is not there is said to be missing', async () => {
    const watched = await watchedPage(browser);
    await watched.page.goto(`${web.address}#/audit/${keyOf('nothing')}`);
    await watched.page.getByText('The audit cannot be shown').waitFor();
    await watched.page.goto(`${web.address}#/audit/../../secret`);
    await watched.page.getByText('This audit cannot be shown').waitFor();
    await watched.page.close();
  });
});

it.each(['light', 'dark'] as const)(
  'is free of accessibility problems and fits a phone, %s',
  async (colorScheme) => {
    for (const [hash, heading] of [
      ['#/audit', OVERVIEW],
      [`#/audit/${AUDIT}?group=answer&figure=need.answer&check=answer-in-relevant`, ONE],
    ] as const) {
      const { page } = await open(hash, heading, { ...PHONE, colorScheme });
      await expect.poll(() => page.locator('.loading').count()).toBe(0);
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
      await page.setViewportSize({ width: 1440, height: 1000 });
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.close();
    }
  },
);

it('begins with the command that makes an audit; what it writes appears by itself, and what is damaged is told', async () => {
  const folder = join(temporaryFolder(), 'results');
  mkdirSync(join(folder, 'audits'), { recursive: true });
  const served = await startWeb(['--results', folder]);
  const { page } = await open('#/audit', OVERVIEW, {}, served.address);
  await page.getByText(`r2med audit --suite sample --out ${folder}`).waitFor();
  const whole = join(results, 'audits', 'Biology.json');
  writeFileSync(join(folder, 'audits', 'Half.json'), readFileSync(whole, 'utf8').slice(0, 999));
  await page.getByText('1 file left out').click();
  await page.getByText('Half.json').waitFor();
  copyFileSync(whole, join(folder, 'audits', 'Biology.json'));
  await row(page, 'Biology').waitFor();
  expect(await tasks(page)).toEqual(['Biology']);
  await page.close();
  expect(await served.stop()).toBe(0);
});

describe('a task of one’s own', () => {
  const HTML = '<img src=x onerror="document.title=\'taken\'"><script>document.title="taken"</script>';
  const LONG = 'x'.repeat(20_000);
  const folder = join(temporaryFolder(), 'hostile');
  const out = join(temporaryFolder(), 'results');
  const query = `${HTML}q`;

  it('with hostile texts is shown as texts, with its findings', async () => {
    mkdirSync(folder);
    const corpus = [
      { id: `${HTML}d`, text: `fever ${HTML} \u202Etxet desrever` },
      { id: '__proto__', text: `fever and rash ${LONG}` },
      { id: 'again', text: `fever ${HTML} \u202Etxet desrever` },
      { id: 'mail', text: 'Write to jane.doe@example.org about the fever.' },
    ];
    writeFileSync(join(folder, 'corpus.jsonl'), jsonl(...corpus));
    const queries = [
      { id: query, text: `fever ${HTML}` },
      { id: '__proto__', text: 'what causes a rash' },
    ];
    writeFileSync(join(folder, 'query.jsonl'), jsonl(...queries));
    const grades = [
      { q_id: query, p_id: `${HTML}d`, score: 1 },
      { q_id: '__proto__', p_id: '__proto__', score: 1 },
      { q_id: query, p_id: 'gone', score: 1 },
    ];
    writeFileSync(join(folder, 'qrels.jsonl'), jsonl(...grades));
    await call(['audit', folder, '--out', out, '--quiet', '--leak-with', join(folder, 'corpus.jsonl')]);
    const served = await startWeb(['--results', out, '--data', folder]);
    const watched = await open('#/audit', OVERVIEW, PHONE, served.address);
    const { page, errors } = watched;
    await row(page, 'hostile').getByText('Not sound').waitFor();
    await row(page, 'hostile').getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: 'Is hostile sound' }).waitFor();
    await page.locator('.check > summary', { hasText: 'error' }).first().waitFor();
    for (const summary of await page.locator('.check > summary').all()) {
      await summary.click();
      await page.locator('.check[open] .figure-details').first().waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    }
    await page.getByText('Definition, and the pairs behind it').click();
    await page.locator('.pairs mark').first().waitFor();
    expect(await page.title()).not.toContain('taken');
    expect(await page.locator('main img:not([role]), main script').count()).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(errors).toEqual([]);
    await page.close();
    expect(await served.stop()).toBe(0);
  });

  it('that has changed since is marked as stale, and without its folder its texts are not shown', async () => {
    writeFileSync(join(folder, 'corpus.jsonl'), `${jsonl({ id: 'new', text: 'rash' })}`, { flag: 'a' });
    const served = await startWeb(['--results', out, '--data', folder]);
    const { page } = await open('#/audit', OVERVIEW, {}, served.address);
    await row(page, 'hostile').getByText('stale').waitFor();
    await row(page, 'hostile').getByRole('link').click();
    await page.getByText('This audit is stale').waitFor();
    await page.getByText('Definition, and the pairs behind it').click();
    await page.getByText('Texts cannot be shown').waitFor();
    expect(await page.locator('.pairs > li').count()).toBeGreaterThan(0);
    await page.close();
    expect(await served.stop()).toBe(0);
  });
});

it('is part of a static site, opened from a file', async () => {
  const site = join(temporaryFolder(), 'site');
  await call(['export', 'site', '--results', results, '--out', site]);
  const address = `${pathToFileURL(join(site, 'index.html')).href}`;
  const { page, errors } = await open('#/audit', OVERVIEW, {}, address);
  await row(page, 'MedQA-Diag').getByRole('link').click();
  await page.getByRole('heading', { level: 1, name: ONE }).waitFor();
  await page.getByText('Definition, and the pairs behind it').click();
  await page.locator('.pairs mark').first().waitFor();
  await page.locator('.pairs').getByRole('link').first().click();
  await page.getByRole('heading', { level: 1, name: /^mqa-q/ }).waitFor();
  expect(errors).toEqual([]);
  await page.close();
});
