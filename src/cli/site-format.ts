import type { ExportFormat, ExportInput } from '../analysis/export/index.js';
import { counted } from '../core/index.js';
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
    const { openSite, siteFiles } = await import('../web/server/index.js');
    const notes: string[] = [];
    mustBeBuilt((line) => notes.push(line));
    const files = await siteFiles(openSite({ ...folders, whole: true }), await pageFiles());
    return {
      files: [...files].map(([path, content]) => ({ path, content })),
      notes: [...notes, ...shown(results.length)],
    };
  },
};

const shown = (results: number): readonly string[] => [
  `Open index.html, or put the folder on a web server. It shows ${counted(results, 'result')} and what was published.`,
];
