import type { VectorSpace } from '../../benchmarks/audit/index.js';
import { InputError, type Task } from '../../core/index.js';
import { checkSystem, type SystemContext, system } from '../../experiment/systems/index.js';
import { bm25Presets } from '../../search/retrieval/index.js';

/** Refuses a name that stands for no vectors, before any task is read. */
export const mustHaveVectors = (name: string): void => {
  checkSystem(name);
  if (!Object.hasOwn(bm25Presets, name)) return;
  throw new InputError({
    found: `--retriever ${name}, which has no vectors to compare`,
    expected: 'an embedder, for example bge, or lsa',
    fix: 'leave it out: figures of BM25 are part of every audit',
  });
};

/** The vectors of an embedder over a task; all its documents are ranked. */
export const vectorSpace = async (
  name: string,
  task: Task,
  context: Omit<SystemContext, 'task'>,
): Promise<VectorSpace> => {
  const { documents } = await task.statistics();
  const retriever = await system(name, { ...context, task, topK: documents });
  return { name, retriever: () => retriever };
};
