import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileSafe, mustBeSealedRun, runFile } from '../../experiment/results/index.js';
import { type ExportFormat, refuseIncomplete } from './format.js';

/** Run files as trec_eval reads them: `<system>/<task>.trec`. */
export const trec: ExportFormat = {
  summary: 'run files for trec_eval: <system>/<task>.trec',
  files: async (input) => {
    refuseIncomplete(input);
    return {
      files: input.results.map(({ record, folder }) => ({
        path: `${fileSafe(record.system)}/${fileSafe(record.task.name)}.trec`,
        content: async () => {
          const file = join(runFile(folder));
          await mustBeSealedRun(file);
          return readFile(file);
        },
      })),
      notes: [],
    };
  },
};
