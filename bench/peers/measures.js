import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../process.js';
import { pythonWith } from './python.js';

const WORK = fileURLToPath(new URL('./measures_work.py', import.meta.url));

const PACKAGES = [
  'pytrec_eval-terrier==0.5.11',
  'ranx==0.3.21',
  'ir_measures==0.4.3',
  'numba==0.68.1',
  'numpy==2.4.6',
];

/** The evaluation libraries that people use, in one environment. */
export const measureLibraries = () => {
  let python;
  let folder;
  const work = (program, task, later) => [python, '-W', 'ignore', WORK, program, ...task, String(later)];
  return {
    names: {
      pytrec_eval: 'pytrec_eval 0.5.11 (trec_eval 9.0.8)',
      ranx: 'ranx 0.3.21, compiled before',
      ir_measures: 'ir_measures 0.4.3',
    },
    prepare: async (temporary) => {
      folder = temporary;
      python = await pythonWith(temporary, 'measures', PACKAGES);
    },
    run: (program, ...task) => run(...work(program, task, 5)),
    /** The first call alone, for the time of the whole process. */
    once: (program, ...task) => run(...work(program, task, 0)),
    /** ranx in a folder where numba finds nothing that was compiled before. */
    compiling: (...task) => {
      const empty = mkdtempSync(join(folder, 'numba-'));
      return run('env', `NUMBA_CACHE_DIR=${empty}`, ...work('ranx', task, 5));
    },
  };
};
