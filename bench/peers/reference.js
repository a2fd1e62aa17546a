import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runPipeline } from '../process.js';
import { luceneClassPath } from './lucene-jars.js';
import { pythonWith } from './python.js';

const WORK = fileURLToPath(new URL('./gensim_work.py', import.meta.url));

/**
 * The reference's stack: Lucene's analyzer in a JVM, gensim's model on both sides. Here the two run side by side and
 * their memory is added up; the reference holds both in one process and calls the analyzer text by text.
 */
export const reference = () => {
  let classPath;
  let python;
  return {
    name: 'reference stack (Lucene analyzer, gensim 4.3.3)',
    prepare: async (folder) => {
      classPath = await luceneClassPath(folder);
      python = await pythonWith(folder, 'gensim', ['gensim==4.3.3', 'numpy==1.26.4', 'scipy==1.13.1']);
    },
    run: async ({ folder, documents }) => {
      const files = [join(folder, 'corpus.tsv'), join(folder, 'query.tsv')];
      const [analyzer, gensim] = await runPipeline(
        ['java', '-cp', classPath, 'Lucene', 'tokens', ...files],
        [python, WORK, String(documents)],
      );
      return {
        ...gensim,
        cpu: analyzer.cpu + gensim.cpu,
        megabytes: analyzer.megabytes + gensim.megabytes,
      };
    },
  };
};
