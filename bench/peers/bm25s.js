import { fileURLToPath } from 'node:url';
import { run } from '../process.js';
import { pythonWith } from './python.js';

const WORK = fileURLToPath(new URL('./bm25s_work.py', import.meta.url));

/** bm25s with numba, compiled before its clock starts, on all cores. */
export const bm25s = () => {
  let python;
  return {
    name: 'bm25s 0.3.6 with numba, warm',
    prepare: async (folder) => {
      python = await pythonWith(folder, 'bm25s', [
        'bm25s==0.3.6',
        'numba==0.68.1',
        'numpy==2.4.6',
        'PyStemmer==3.1.0',
      ]);
    },
    run: ({ folder }) => run(python, WORK, folder),
  };
};
