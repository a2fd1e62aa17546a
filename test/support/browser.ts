import { existsSync } from 'node:fs';
import { join } from 'node:path';
import axe from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';
import { r2med, temporaryFolder } from './command.js';
import { type Serving, startServing } from './serving.js';

/** Where Debian installs it; `test/browser/install.sh` does. */
const CHROMIUM = process.env.R2MED_CHROMIUM ?? '/usr/bin/chromium';

/** Starts a real browser. A test that cannot have one fails. */
export const startBrowser = (): Promise<Browser> => {
  if (!existsSync(CHROMIUM))
    throw new Error(`no browser at ${CHROMIUM}: run test/browser/install.sh, or set R2MED_CHROMIUM`);
  return chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-extensions'],
  });
};

/** A page whose console errors and failed requests are collected, since a page that works has none. */
export interface WatchedPage {
  readonly page: Page;
  readonly errors: readonly string[];
}

export const watchedPage = async (
  browser: Browser,
  options: Parameters<Browser['newPage']>[0] = {},
): Promise<WatchedPage> => {
  const page = await browser.newPage(options);
  page.setDefaultTimeout(20_000);
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  return { page, errors };
};

/** `r2med web` as a user starts it. */
export type StartedPage = Serving;

export const startWeb = (
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<StartedPage> => startServing(['web', '--no-open', ...args], { env });

/** A results folder with these systems run on the sample suite. */
export const sampleResults = async (...systems: readonly string[]): Promise<string> => {
  const out = join(temporaryFolder(), 'results');
  const flags = systems.flatMap((system) => ['--system', system]);
  const { code, stderr } = await r2med(['run', '--suite', 'sample', ...flags, '--out', out, '--quiet']);
  if (code !== 0) throw new Error(stderr);
  return out;
};

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** What axe-core finds wrong with a page for those who cannot see it or use a mouse. Evaluated past the page's policy. */
export const accessibilityProblems = async (page: Page): Promise<readonly string[]> => {
  await page.evaluate(axe.source);
  const { violations } = (await page.evaluate('axe.run()')) as { violations: readonly Violation[] };
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`),
  );
};
