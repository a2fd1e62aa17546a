import { defined, type Tools, WorkError } from '../../core/index.js';
import { type Clock, sameModelAs, serviceForm } from '../../platform/api-client/index.js';
import type { Environment } from '../../platform/node/index.js';
import type { BackendSettings } from '../registry/index.js';
import type { ChatSettings, Price, Sampling } from './chat/index.js';
import type { LlmEntry, LlmService, LlmWay } from './entry-schema.js';
import { fileSafe, llm, llmServices, llms, unregisteredLlm } from './llm-entries.js';
import { hasEnded, llmReadiness, variableSet } from './readiness.js';
import type { ReasoningStyle } from './reasoning.js';

/** What a user may say about a language model besides its name; whatever is missing comes from its entry. */
export interface LlmSettings
  extends Pick<BackendSettings, 'endpoints' | 'concurrency' | 'budget' | 'threads'> {
  /** Its id there, where it is another one than the entry's. */
  readonly model?: string;
  /** Where the answer begins in its output. */
  readonly reasoning?: ReasoningStyle;
  /** Wins over the entry, parameter by parameter. */
  readonly sampling?: Sampling;
  readonly stream?: boolean;
  readonly timeoutMs?: number;
  /** Calls go in batches, where the service has a batch API: cheaper, and within a day. */
  readonly batchApi?: boolean;
  /** Dollars for a million tokens. */
  readonly prices?: { readonly in: number; readonly out: number };
}

/** What of this machine a language model may use. */
export interface LlmContext {
  readonly env: Environment;
  note(line: string): void;
  readonly clock?: Clock;
  /** Where batches are remembered. */
  readonly items?: Tools['items'];
}

/** A model and its endpoint: a registered or unregistered name, in one form. */
type ResolvedLlm = Omit<ChatSettings, 'concurrency' | 'budget' | 'stream' | 'note' | 'env' | 'batchItems'> &
  Required<Pick<ChatSettings, 'refuses' | 'extra'>>;

/** R2MED's generation script, for local models. */
export const LOCAL_SAMPLING: Sampling = { temperature: 0.7, seed: 42, maxTokens: 10_240 };

const NAMED = /^(?!https?:)([\w./:-]+)=(.*)$/s;

/** The servers of one of several models: of `NAME=URL` those with its name, else those without a name. */
export const serversOf = (name: string, endpoints: readonly string[] = []): readonly string[] => {
  const parts = endpoints.map((each) => {
    const [, owner, url = each] = NAMED.exec(each) ?? [];
    return { owner: owner === undefined ? undefined : llm(owner).name, url };
  });
  const own = parts.filter(({ owner }) => owner === name);
  return (own.length > 0 ? own : parts.filter(({ owner }) => owner === undefined)).map(({ url }) => url);
};

/** An entry, `served:URL#model`, `SERVICE:model`, or the id of a model that the endpoints given serve. */
export const resolveLlm = (name: string, given: LlmSettings, context: LlmContext): ResolvedLlm => {
  const settings = { ...given, endpoints: serversOf(name, given.endpoints) };
  const unregistered = unregisteredLlm(name);
  if (unregistered?.service !== undefined)
    return atService(unregistered.service, unregistered.model, context);
  if (unregistered) {
    const { endpoints, model, sameAs } = unregistered;
    return { ...atServer(model, endpoints), ...(sameAs && { identity: sameModelAs(sameAs) }) };
  }
  if (settings.endpoints?.length && !Object.hasOwn(llms(), name)) return atServer(name, settings.endpoints);
  return atEntry(llm(name), settings, context);
};

/** A model without an entry at someone's server, sampled as R2MED sampled those it ran itself. */
const atServer = (model: string, endpoints: readonly string[]): ResolvedLlm => ({
  name: fileSafe(model),
  model,
  dialect: 'openai',
  endpoints,
  reasoning: 'auto',
  continuation: 'prefill',
  sampling: LOCAL_SAMPLING,
  refuses: [],
  extra: {},
});

/**
 * A model of a service by its id there. What an entry knows of it counts; without one nothing is asked of it that it might refuse.
 */
const atService = (service: string, model: string, context: LlmContext): ResolvedLlm => {
  const at = llmServices()[service]!;
  if (!variableSet(at, context.env))
    throw new WorkError(`${model} needs a key`, `set ${at.keys.join(' or ')}`);
  const name = fileSafe(model);
  for (const entry of Object.values(llms()))
    for (const way of entry.ways)
      if (way.via === 'service' && way.service === service && (way.model ?? entry.model) === model)
        return { ...through(entry, way, context), name, service };
  return {
    name,
    service,
    model,
    ...address(at, context),
    reasoning: 'auto',
    continuation: 'turns',
    sampling: at.dialect === 'anthropic' ? { maxTokens: LOCAL_SAMPLING.maxTokens! } : {},
    refuses: at.refuses,
    ...defined({ limitParameter: at.limitParameter }),
    extra: {},
  };
};

/** The servers given, else the first service whose key is set. */
const atEntry = (entry: LlmEntry, settings: LlmSettings, context: LlmContext): ResolvedLlm => {
  if (settings.endpoints?.length) {
    const way = entry.ways.find(({ via }) => via === 'server');
    return { ...known(entry, way), dialect: 'openai', endpoints: settings.endpoints };
  }
  const services = llmServices();
  const now = context.clock?.date() ?? Date.now();
  const way = servicesOf(entry).find(
    (each) =>
      variableSet(services[each.service]!, context.env) &&
      !hasEnded(each, services[each.service]!, context.env, now),
  );
  if (!way) throw unreachableLlm(entry, context.env, now);
  return through(entry, way, context);
};

type ServiceWay = Extract<LlmWay, { via: 'service' }>;

const servicesOf = ({ ways }: LlmEntry): readonly ServiceWay[] => ways.filter((way) => way.via === 'service');

/** An entry's model at one of its services. */
const through = (entry: LlmEntry, way: ServiceWay, context: LlmContext): ResolvedLlm => {
  const service = llmServices()[way.service]!;
  if (way.until)
    context.note(`${entry.name}: ${way.service} said it would switch ${entry.model} off on ${way.until}`);
  const { price, ...reached } = known(entry, way);
  return {
    ...reached,
    ...address(service, context),
    refuses: [...new Set([...service.refuses, ...reached.refuses])],
    ...defined({ limitParameter: reached.limitParameter ?? service.limitParameter }),
    // A price is the first service's; another one asks what it likes.
    ...(price && way.service === servicesOf(entry)[0]!.service && { price }),
  };
};

/** What an entry says of its model when it is reached this way. */
const known = (entry: LlmEntry, way: LlmWay | undefined): Omit<ResolvedLlm, 'dialect'> => ({
  name: entry.name,
  model: way?.model ?? entry.model,
  reasoning: entry.reasoning,
  continuation: way?.continuation ?? entry.continuation,
  sampling: entry.sampling as Sampling,
  refuses: way?.refuses ?? entry.refuses,
  ...defined({ limitParameter: entry.limitParameter, context: entry.context }),
  extra: (way?.extra as ResolvedLlm['extra']) ?? entry.extra,
  identity: null,
  ...(entry.price && way?.via === 'service' && { price: priceOf(entry.price) }),
});

const priceOf = ({ source: _, ...price }: NonNullable<LlmEntry['price']>): Price => price;

const address = (service: LlmService, { env }: LlmContext) => {
  const { dialect, parameters, streamUsage } = service;
  const { home, homeVariable, keyVariables, keyHeader, route } = serviceForm(service.name, service, env);
  return {
    dialect,
    home,
    keyVariables,
    ...defined({ homeVariable, keyHeader, route, parameters, streamUsage }),
    // Customers of such a service give their models names of their own.
    ...(service.home === undefined && { identity: { address: home } }),
  };
};

const unreachableLlm = (entry: LlmEntry, env: Environment, now: number): WorkError => {
  if (entry.ways.length === 0)
    return new WorkError(
      `${entry.name} is not a model (${entry.model})`,
      'choose a model of `r2med models --kind llm`',
    );
  const states = llmReadiness(entry, env, undefined, now);
  const ended = states.flatMap(({ at, fix, state }) => (fix ? [] : [` (${at} ${state})`])).join('');
  const ways = states.flatMap(({ at, fix }) => (fix ? [`\n    ${at}: ${fix}`] : []));
  if (ways.length === 0)
    return new WorkError(
      `${entry.name} (${entry.model}) is offered no more${ended}`,
      'use its stored texts, choose another model of `r2med models --kind llm`, or name a server with --llm-endpoint URL',
    );
  return new WorkError(
    `${entry.name} (${entry.model}) cannot be reached from here${ended}`,
    `set a key, or start a server and name it with --llm-endpoint URL:${ways.join('')}`,
  );
};
