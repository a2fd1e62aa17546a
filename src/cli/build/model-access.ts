import type { BuildContext } from '../../benchmarks/construction/index.js';
import { type Corpus, once, type Task, type Tools } from '../../core/index.js';
import { openSystemContext, type SystemOptions, system } from '../../experiment/systems/index.js';
import { hubModelFile } from '../../models/registry/index.js';
import { hubCache } from '../../platform/hub/index.js';

/** What steps need of models besides respondents: retrievers by the texts of systems, and files of the hub's cache. */
export interface ModelAccess extends Required<Pick<BuildContext, 'retriever' | 'hubFile'>> {
  close(): Promise<void>;
}

/** What systems share is opened when the first is requested. */
export const modelAccess = (flags: SystemOptions, tools: Tools): ModelAccess => {
  let isOpen = false;
  const open = once(() => {
    isOpen = true;
    return openSystemContext(flags, tools);
  });
  return {
    retriever: async (text, corpus, topK) =>
      system(text, { ...(await open()).context, task: taskOf(corpus), topK }),
    hubFile: (repository, file) => hubModelFile(hubCache(process.env), repository, file),
    close: async () => {
      if (isOpen) await (await open()).close();
    },
  };
};

/** Passages as a task that has neither queries nor judgements: a system is given its queries, and no judgement exists. */
const taskOf = (corpus: Corpus): Task => ({
  name: 'build',
  suite: 'build',
  revision: 'build',
  contentHash: corpus.key,
  corpus,
  queries: [],
  judgements: new Map(),
  labels: new Map(),
  statistics: async () => ({ queries: 0, documents: 0, uniqueDocuments: 0, judgements: 0, notes: [] }),
  about: {},
});
