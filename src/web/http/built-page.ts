import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { WorkError } from '../../core/index.js';
import { packagePath } from '../../platform/node/index.js';
import { type PageName, pageFolder } from './page-files.js';

/**
 * Sees to it that a page is built. The package ships it; a clone builds it on the first use, and again when its sources have changed.
 * `say` is told when that takes a while.
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
