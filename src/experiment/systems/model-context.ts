import { commandLine, type Task, WorkError } from '../../core/index.js';
import type { ModelContext } from '../../models/embedders/index.js';
import { hubCache } from '../../platform/hub/index.js';

/**
 * A stage or a system whose text is understood: every name and every setting is known. To resolve a text is to check it;
 * nothing is opened before `build`.
 */
export interface Resolved<Context, Built, Early = Omit<Context, 'task'>> {
  /** Fails if a key or an address that it needs is missing or wrong. Nothing is sent, and no local model is opened. */
  check?(context: Early): Promise<unknown>;
  build(context: Context): Promise<Built>;
}

/** What a system's context says of models. */
interface Given extends Partial<Omit<ModelContext, 'task' | 'hubCache'>> {
  readonly task: Task;
}

/** What a model is opened with. Where no download is allowed, it must be on this machine. */
export const modelContext = (name: string, context: Given): ModelContext => {
  const { task, tools, asPublished = false, env = {}, ensureModel = localModelsOnly } = context;
  if (!tools) throw new WorkError(`${name} is a model: give its system \`tools\`, as nodeTools()`);
  return { task: task.name, asPublished, env, hubCache: hubCache(env), tools, ensureModel };
};

const localModelsOnly: ModelContext['ensureModel'] = async ({ repository }) => {
  throw new WorkError(`${repository} is not on this machine`, commandLine('fetch', '--model', repository));
};
