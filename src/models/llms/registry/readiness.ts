import type { Environment } from '../../../platform/node/index.js';
import type { LlmEntry, LlmService, LlmWay } from './entry-schema.js';
import { llmServices } from './llm-entries.js';

/** Whether a model can be reached in one of its ways as this machine is, and what it has or lacks. */
export interface LlmReadiness {
  readonly via: LlmWay['via'];
  /** Name of the service, or `server`. */
  readonly at: string;
  readonly ready: boolean;
  readonly state: string;
  /** The command that fixes it. */
  readonly fix?: string;
}

/** Every way of an entry, looked at without touching the network. */
export const llmReadiness = (
  entry: LlmEntry,
  env: Environment,
  services: Readonly<Record<string, LlmService>> = llmServices(),
): readonly LlmReadiness[] =>
  entry.ways.map((way): LlmReadiness => {
    if (way.via === 'server')
      return {
        via: 'server',
        at: 'server',
        ready: false,
        state: 'needs a server',
        fix: Object.values(way.start)[0] ?? `vllm serve ${way.model ?? entry.model}`,
      };
    const service = services[way.service]!;
    const set = variableSet(service, env);
    return {
      via: 'service',
      at: way.service,
      ready: set !== undefined,
      state: (set ? `${set} set` : `needs ${service.keys[0]}`) + (way.until ? `, until ${way.until}` : ''),
      ...(!set && { fix: `export ${service.keys[0]}=…` }),
    };
  });

/** The variable by which a service can be reached: its key's, or the one that names another home. Its value goes nowhere. */
export const variableSet = ({ keys, homeVariable }: LlmService, env: Environment): string | undefined =>
  [...keys, ...(homeVariable ? [homeVariable] : [])].find((name) => env[name]?.trim());

/** For each service with a key set, the variable that holds it. */
export const llmKeysSet = (env: Environment): readonly string[] =>
  Object.values(llmServices()).flatMap(({ keys }) => keys.filter((name) => env[name]?.trim()).slice(0, 1));
