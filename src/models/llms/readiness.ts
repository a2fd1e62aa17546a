import type { Environment } from '../../platform/node/index.js';
import { type BackendState, keyState, serverState } from '../registry/index.js';
import type { LlmEntry, LlmService, LlmWay } from './entry-schema.js';
import { llmServices } from './llm-entries.js';

/** Whether a model can be reached in one of its ways as this machine is, and what it has or lacks. */
export interface LlmReadiness extends BackendState {
  readonly via: LlmWay['via'];
  /** Name of the service, or `server`. */
  readonly at: string;
}

/** Every way of an entry, looked at without touching the network. */
export const llmReadiness = (
  entry: LlmEntry,
  env: Environment,
  services: Readonly<Record<string, LlmService>> = llmServices(),
  now: number = Date.now(),
): readonly LlmReadiness[] =>
  entry.ways.map((way) => {
    const { via } = way;
    if (via === 'server') {
      const start = Object.values(way.start)[0] ?? `vllm serve ${way.model ?? entry.model}`;
      return { via, at: 'server', ...serverState(start) };
    }
    const service = services[way.service]!;
    if (hasEnded(way, service, env, now))
      return { via, at: way.service, ready: false, state: `ended on ${way.until}` };
    const found = keyState(variableSet(service, env), service.keys[0]!);
    return { via, at: way.service, ...found, state: found.state + (way.until ? `, until ${way.until}` : '') };
  });

/** The variable by which a service can be reached: its key's, or the one that names another home. Its value goes nowhere. */
export const variableSet = ({ keys, homeVariable }: LlmService, env: Environment): string | undefined =>
  [...keys, ...(homeVariable ? [homeVariable] : [])].find((name) => env[name]?.trim());

/** Whether a service has switched a model off; another home of its API has dates of its own. */
export const hasEnded = (
  { until }: { readonly until?: string | undefined },
  { homeVariable }: LlmService,
  env: Environment,
  now: number,
): boolean =>
  until !== undefined &&
  until < new Date(now).toISOString().slice(0, 10) &&
  !(homeVariable && env[homeVariable]?.trim());

/** For each service with a key set, the variable that holds it. */
export const llmKeysSet = (env: Environment): readonly string[] =>
  Object.values(llmServices()).flatMap(({ keys }) => keys.filter((name) => env[name]?.trim()).slice(0, 1));
