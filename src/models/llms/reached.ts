import { type Json, WorkError } from '../../core/index.js';
import type { Environment } from '../../machine/index.js';
import type { Continuation, Price, Sampling } from '../chat/chat.js';
import type { ReasoningStyle } from '../reasoning.js';
import { parseServed, sameModelAs } from '../service/index.js';
import type { LlmPlace, LlmSettings } from './llm-choice.js';
import { fileSafe } from './llm-name.js';
import { llm, llmServices, llms } from './llm-rows.js';
import { llmReadiness, variableSet } from './readiness.js';
import type { LlmRow, LlmService, LlmWay } from './row-schema.js';

type Refused = LlmRow['refuses'][number];

/** A model and where it is asked: a row or a name from outside, brought into one form. */
export interface Reached {
  readonly name: string;
  readonly model: string;
  readonly dialect: LlmService['dialect'];
  readonly endpoints?: readonly string[];
  readonly home?: string;
  readonly homeVariable?: string;
  readonly keyVariables?: readonly string[];
  readonly reasoning: ReasoningStyle;
  readonly continuation: Continuation;
  readonly sampling: Sampling;
  readonly refuses: readonly Refused[];
  readonly limitParameter?: 'max_tokens' | 'max_completion_tokens';
  readonly extra: Readonly<Record<string, Json>>;
  /** What is known of the weights besides the name; `null` for a row, which says what it is wherever it is asked. */
  readonly identity?: Json;
  readonly price?: Price;
  readonly context?: number;
}

/** R2MED's generation script, for local models. */
const LOCAL: Sampling = { temperature: 0.7, seed: 42, maxTokens: 10_240 };

/** A row, `served:URL#model`, `SERVICE:model`, or the id of a model that the endpoints given serve. */
export const reach = (name: string, settings: LlmSettings, place: LlmPlace): Reached => {
  if (name.startsWith('served:')) {
    const { endpoints, model, sameAs } = parseServed(name);
    return { ...atServer(model, endpoints), ...(sameAs && { identity: sameModelAs(sameAs) }) };
  }
  const services = llmServices();
  const [service = '', ...rest] = name.split(':');
  if (rest.length > 0 && Object.hasOwn(services, service)) return atService(service, rest.join(':'), place);
  if (settings.endpoints?.length && !Object.hasOwn(llms(), name)) return atServer(name, settings.endpoints);
  return atRow(llm(name), settings, place);
};

/** A model without a row at someone's server, sampled as R2MED sampled those it ran itself. */
const atServer = (model: string, endpoints: readonly string[]): Reached => ({
  name: fileSafe(model),
  model,
  dialect: 'openai',
  endpoints,
  reasoning: 'auto',
  continuation: 'prefill',
  sampling: LOCAL,
  refuses: [],
  extra: {},
});

/**
 * A model of a service by its id there. What a row knows of it counts; without one nothing is asked of it that it might refuse.
 */
const atService = (service: string, model: string, place: LlmPlace): Reached => {
  const at = llmServices()[service]!;
  if (!variableSet(at, place.env)) throw new WorkError(`${model} needs a key`, `set ${at.keys.join(' or ')}`);
  const name = fileSafe(model);
  for (const row of Object.values(llms()))
    for (const way of row.ways)
      if (way.via === 'service' && way.service === service && (way.model ?? row.model) === model)
        return { ...through(row, way, place), name };
  return {
    name,
    model,
    ...address(at),
    reasoning: 'auto',
    continuation: 'turns',
    sampling: at.dialect === 'anthropic' ? { maxTokens: LOCAL.maxTokens! } : {},
    refuses: at.refuses,
    ...(at.limitParameter && { limitParameter: at.limitParameter }),
    extra: {},
  };
};

/** The servers given, else the first service whose key is set. */
const atRow = (row: LlmRow, settings: LlmSettings, place: LlmPlace): Reached => {
  if (settings.endpoints?.length) {
    const way = row.ways.find(({ via }) => via === 'server');
    return { ...known(row, way), dialect: 'openai', endpoints: settings.endpoints };
  }
  const services = llmServices();
  const way = servicesOf(row).find(({ service }) => variableSet(services[service]!, place.env));
  if (!way) throw nobodyAtHand(row, place.env);
  return through(row, way, place);
};

type ServiceWay = Extract<LlmWay, { via: 'service' }>;

const servicesOf = ({ ways }: LlmRow): readonly ServiceWay[] => ways.filter((way) => way.via === 'service');

/** A row's model at one of its services. */
const through = (row: LlmRow, way: ServiceWay, { note }: LlmPlace): Reached => {
  const service = llmServices()[way.service]!;
  if (way.until) note(`${row.name}: ${way.service} said it would switch ${row.model} off on ${way.until}`);
  const { price, ...reached } = known(row, way);
  return {
    ...reached,
    ...address(service),
    refuses: [...new Set([...service.refuses, ...reached.refuses])],
    ...(!reached.limitParameter && service.limitParameter && { limitParameter: service.limitParameter }),
    // A price is the first service's; another one asks what it likes.
    ...(price && way.service === servicesOf(row)[0]!.service && { price }),
  };
};

/** What a row says of its model when it is reached this way. */
const known = (row: LlmRow, way: LlmWay | undefined): Omit<Reached, 'dialect'> => ({
  name: row.name,
  model: way?.model ?? row.model,
  reasoning: row.reasoning,
  continuation: way?.continuation ?? row.continuation,
  sampling: row.sampling as Sampling,
  refuses: way?.refuses ?? row.refuses,
  ...(row.limitParameter && { limitParameter: row.limitParameter }),
  extra: (way?.extra as Reached['extra']) ?? row.extra,
  identity: null,
  ...(row.price && way?.via === 'service' && { price: priceOf(row.price) }),
  ...(row.context && { context: row.context }),
});

const priceOf = ({ usdPerMillionIn, usdPerMillionOut, at }: Price): Price => ({
  usdPerMillionIn,
  usdPerMillionOut,
  at,
});

const address = ({
  dialect,
  home,
  homeVariable,
  keys,
}: LlmService): Pick<Reached, 'dialect' | 'home' | 'homeVariable' | 'keyVariables'> => ({
  dialect,
  home,
  ...(homeVariable && { homeVariable }),
  keyVariables: keys,
});

const nobodyAtHand = (row: LlmRow, env: Environment): WorkError => {
  if (row.ways.length === 0)
    return new WorkError(`${row.name} is no model (${row.model})`, 'name a row of `r2med models --kind llm`');
  const ways = llmReadiness(row, env).map(({ at, fix }) => `\n    ${at}: ${fix}`);
  return new WorkError(
    `${row.name} (${row.model}) cannot be reached from here`,
    `set a key, or start a server and name it with --llm-endpoint URL:${ways.join('')}`,
  );
};
