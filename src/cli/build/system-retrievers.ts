import type { BuildContext } from '../../construction/index.js';
import { type Corpus, once, type Task, type Tools } from '../../core/index.js';
import { system } from '../../systems/index.js';
import { openSystemContext, type SystemContextFlags } from '../system-context.js';

/** Retrievers by the texts of systems, over passages that are not a task yet. */
export interface SystemRetrievers {
  readonly retriever: NonNullable<BuildContext['retriever']>;
  close(): Promise<void>;
}

/** What systems share is opened when the first is asked for. */
export const systemRetrievers = (flags: SystemContextFlags, tools: Tools): SystemRetrievers => {
  let isOpen = false;
  const open = once(() => {
    isOpen = true;
    return openSystemContext(flags, tools);
  });
  return {
    retriever: async (text, corpus, topK) =>
      system(text, { ...(await open()).context, task: taskOf(corpus), topK }),
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
