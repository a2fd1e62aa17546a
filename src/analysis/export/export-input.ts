import type { StoredResult } from '../../experiment/results/index.js';
import { type PublishedTableRow, tabulate } from '../leaderboard/index.js';
import type { ExportInput } from './format.js';

/** How results are shown in an export, besides what a format needs. */
export interface ExportOptions extends Omit<Partial<ExportInput>, 'results' | 'table'> {
  /** By default `nDCG@10`. */
  readonly measure?: string;
  /** Order of the tasks. By default that of the results. */
  readonly tasks?: readonly string[];
  readonly published?: readonly PublishedTableRow[];
}

/** Results as a format of export takes them: `exportFormats.csv.files(exportInput(await readResults('results')))`. */
export const exportInput = (
  results: readonly StoredResult[],
  { measure = 'nDCG@10', tasks, published = [], headings, ...options }: ExportOptions = {},
): ExportInput => {
  const { includeIncomplete = false } = options;
  const table = tabulate(results, { measure, ...(tasks && { tasks }), includeIncomplete });
  return { ...options, results, table, published, headings: headings ?? table.tasks };
};
