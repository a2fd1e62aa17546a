import { WorkError } from '../core/index.js';
import type { ModelContext } from '../embedders/index.js';
import { hubCache } from '../hub/index.js';
import type { RerankingContext } from './reranker.js';

/** What a model is opened with. Where no download is allowed, it must be on this machine. */
export const modelContext = (name: string, context: RerankingContext): ModelContext => {
  const { task, tools, asPublished = false, env = {}, ensureModel = localModelsOnly } = context;
  if (!tools) throw new WorkError(`${name} is a model: give its system \`tools\`, as nodeTools()`);
  return { task: task.name, asPublished, env, hubCache: hubCache(env), tools, ensureModel };
};

const localModelsOnly: ModelContext['ensureModel'] = async ({ repository }) => {
  throw new WorkError(`${repository} is not on this machine`, `r2med fetch --model ${repository}`);
};
