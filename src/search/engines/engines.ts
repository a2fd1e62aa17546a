import { byPrefix, lookup, type Tools } from '../../core/index.js';
import type { Environment } from '../../platform/node/index.js';
import type { Engine, EngineOptions } from './engine.js';

type OpenEngine = (
  address: string,
  env: Environment,
  tools: Tools,
  options?: EngineOptions,
) => Promise<Engine>;

/** Every engine by name. Its code is loaded when it is opened: most runs need none. */
const engines = {
  opensearch: async (...given) => (await import('./opensearch/index.js')).openOpenSearch(...given),
  postgres: async (...given) => (await import('./postgres/index.js')).openPostgres(...given),
} as const satisfies Record<string, OpenEngine>;

/** Opens the engine that `NAME:ADDRESS[,ADDRESS…]` or `NAME` says. */
export const openEngine = (
  written: string,
  env: Environment,
  tools: Tools,
  options: EngineOptions = {},
): Promise<Engine> => {
  const prefixed = byPrefix<OpenEngine>(engines, written);
  if (prefixed) return prefixed.entry(prefixed.rest, env, tools, options);
  return lookup<OpenEngine>('engine', engines, written.split(':')[0]!)('', env, tools, options);
};
