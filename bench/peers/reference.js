import { fileURLToPath } from 'node:url';
import { run } from '../process.js';
import { luceneClassPath } from './lucene-jars.js';
import { pythonWith } from './python.js';

const WORK = fileURLToPath(new URL('./reference_work.py', import.meta.url));
const PACKAGES = ['gensim==4.3.3', 'numpy==1.26.4', 'scipy==1.13.1', 'pyjnius==1.9.0'];

/** What R2MED's script runs: one Python with a JVM inside, which analyses text by text, and gensim's BM25. */
export const reference = () => {
  let classPath;
  let python;
  return {
    name: 'reference stack (Lucene analyzer, gensim 4.3.3)',
    prepare: async (folder) => {
      classPath = await luceneClassPath(folder);
      python = await pythonWith(folder, 'gensim', PACKAGES);
    },
    run: ({ folder }) => run(python, WORK, classPath, folder),
  };
};
