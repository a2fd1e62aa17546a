import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { ExportedFile, ExportFormat, ExportInput } from '../analysis/export/index.js';
import { counted } from '../core/index.js';
import { remove, temporaryFolder } from '../platform/node/index.js';
import type { SiteOptions } from '../web/server/index.js';

/** The page reads records itself: the folders of records, of answers and of own tasks, and what explains a query. */
export interface SiteInput extends ExportInput {
  readonly folders: Pick<SiteOptions, 'results' | 'part' | 'data' | 'answers' | 'explain'>;
}

/** The page with all its data as files, which any web server can serve, from any folder. */
export const siteFormat: ExportFormat<SiteInput> = {
  summary: 'the page as static files for any web server, from a subfolder or opened from disk',
  wholeFolder: true,
  files: async ({ folders, results }) => {
    // Server and page are heavy, and no other format needs them.
    const { mustBeBuilt, pageFiles } = await import('../web/http/index.js');
    const { openSite, writeSite } = await import('../web/server/index.js');
    const notes: string[] = [];
    mustBeBuilt((line) => notes.push(line));
    const folder = temporaryFolder();
    try {
      await writeSite(openSite(folders), folder, await pageFiles());
      return { files: await filesIn(folder), notes: [...notes, ...shown(results.length)] };
    } finally {
      await remove(folder);
    }
  },
};

const shown = (results: number): readonly string[] => [
  `Open index.html, or put the folder on a web server. It shows ${counted(results, 'result')} and what was published.`,
];

const filesIn = async (folder: string): Promise<readonly ExportedFile[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map(async (file) => ({
        path: file.slice(folder.length + 1).replaceAll(sep, '/'),
        content: await readFile(file),
      })),
  );
};
