import { join } from 'node:path';
import { run } from '../process.js';
import { luceneClassPath } from './lucene-jars.js';

/** Lucene alone: its analyzer, an index in memory, its BM25; one thread indexes and searches. */
export const lucene = () => {
  let classPath;
  return {
    name: 'Lucene 9.9.1, one thread',
    prepare: async (folder) => {
      classPath = await luceneClassPath(folder);
    },
    run: ({ folder }) =>
      run('java', '-cp', classPath, 'Lucene', join(folder, 'corpus.tsv'), join(folder, 'query.tsv')),
  };
};
