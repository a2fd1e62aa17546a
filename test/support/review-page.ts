import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import type { ReviewItem } from '../../src/experiment/record/index.js';
import { startBrowser } from './browser.js';
import { printedBy } from './in-process.js';
import { reviewFolder } from './review-folder.js';
import { type Serving, startServing } from './serving.js';

/** Somebody's window on the review, and what went wrong in it. */
export interface ReviewWindow {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly errors: readonly string[];
}

/** A review as its people meet it: planned and served by the real command, opened by links in real windows. */
export interface OpenReview {
  readonly folder: string;
  readonly server: Serving;
  link(name: string): string;
  /** A window of this person, in a browser of their own. */
  open(name: string, options?: Parameters<Browser['newContext']>[0]): Promise<ReviewWindow>;
  /** Starts the server again, on the same port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const openReview = async (
  browser: Browser,
  items: readonly ReviewItem[] | number,
  people: readonly string[] = ['--reviewer', 'anna', '--reviewer', 'ben', '--adjudicator', 'cara'],
): Promise<OpenReview> => {
  const folder = reviewFolder(items);
  const printed = await printedBy(['review', 'plan', folder, ...people, '--json']);
  const planned = (JSON.parse(printed) as { people: { name: string; link: string }[] }).people;
  const links = new Map(planned.map((person) => [person.name, new URL(person.link).hash]));
  const serve = (port: string): Promise<Serving> => startServing(['review', 'serve', folder, '--port', port]);
  let server = await serve('0');
  const contexts: BrowserContext[] = [];
  const link = (name: string): string => `${server.address}${links.get(name)}`;
  return {
    folder,
    get server() {
      return server;
    },
    link,
    open: async (name, options = {}) => {
      const context = await browser.newContext(options);
      contexts.push(context);
      const page = await context.newPage();
      page.setDefaultTimeout(20_000);
      const errors: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
      });
      page.on('pageerror', (error) => errors.push(error.message));
      await page.goto(link(name));
      return { page, context, errors };
    },
    restart: async () => {
      server = await serve(new URL(server.address).port);
    },
    stop: async () => {
      for (const context of contexts) await context.close();
      await server.stop();
    },
  };
};

/** A browser for the tests of a file, and reviews that end with them. */
export const reviewTests = (): {
  readonly browser: () => Browser;
  readonly review: (
    items?: readonly ReviewItem[] | number,
    people?: readonly string[],
  ) => Promise<OpenReview>;
} => {
  let browser: Browser;
  const reviews: OpenReview[] = [];
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(async () => {
    for (const opened of reviews) await opened.stop();
    await browser?.close();
  });
  return {
    browser: () => browser,
    review: async (items = 4, people) => {
      const opened = await openReview(browser, items, people);
      reviews.push(opened);
      return opened;
    },
  };
};

/** A reviewer without others. */
export const ALONE = ['--reviewer', 'anna', '--per-item', '1'];

/** The heading of an item. */
export const atItem = (page: Page, number: number): Promise<void> =>
  page.getByRole('heading', { name: `Item ${number} of` }).waitFor();

/** Waits until the page says that an item was saved. */
export const isSaved = (page: Page, number: number): Promise<void> =>
  page.locator('.saved', { hasText: `Item ${number} saved` }).waitFor();

/** Goes past the explanation of a first visit. */
export const begin = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Begin' }).waitFor();
  await page.keyboard.press('Enter');
  await atItem(page, 1);
};

/** Answers the item on screen by keys: a choice of its one question, and Enter. */
export const answerByKey = async (page: Page, number: number, key: string): Promise<void> => {
  await atItem(page, number);
  await page.keyboard.press(key);
  await page.keyboard.press('Enter');
  await isSaved(page, number);
};
