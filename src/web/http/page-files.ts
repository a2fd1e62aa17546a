import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { own, WorkError } from '../../core/index.js';
import { packagePath } from '../../platform/node/index.js';

export interface PageFile {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

/** The pages there are: that of results, and that of reviewers. */
export type PageName = 'page' | 'review-page';

/** Where a built page is: in the package, or made by `scripts/build-page.js`. */
export const pageFolder = (page: PageName): string => packagePath(`dist/${page}`);

/** The files of a built page by name, held in memory: no request ever names a path. */
export const pageFiles = async (page: PageName = 'page'): Promise<ReadonlyMap<string, PageFile>> => {
  const folder = pageFolder(page);
  const names = await readdir(folder).catch(() => []);
  const files = new Map<string, PageFile>();
  for (const name of names) {
    const type = own(TYPES, name.split('.').at(-1)!);
    if (type) files.set(name, { type, bytes: new Uint8Array(await readFile(join(folder, name))) });
  }
  if (!files.has('index.html'))
    throw new WorkError('the page is not built', 'node scripts/build-page.js, or install the package again');
  return files;
};

/**
 * Sees to it that a page is built. The package ships it; a clone builds it on the first use, and again when its sources have changed.
 * `say` gets a line when that takes a while.
 */
export const mustBeBuilt = (say: (line: string) => void, page: PageName = 'page'): void => {
  const script = packagePath('scripts/build-page.js');
  if (!existsSync(script)) return;
  if (!existsSync(join(pageFolder(page), 'index.html'))) say('Building the page once …');
  const { status, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8', stdio: 'pipe' });
  if (status !== 0)
    throw new WorkError(
      `the page could not be built${stderr ? `:\n${stderr.trim()}` : ''}`,
      'run npm ci in the checkout, then call again',
    );
};
