import { setMaxListeners } from 'node:events';
import { identityAt, resolveEndpoint, endpoints as shareLoad, systemClock } from '../../api-client/index.js';
import { InputError, type Json, type JsonObject, lookup, WorkError } from '../../core/index.js';
import { openHttpClient } from '../../node/index.js';
import { ask, KEPT, type Memory } from './ask.js';
import type { ChatModel, ChatRequest, Sampling } from './chat.js';
import { CHAT_DIALECTS, continues, type Dialect } from './dialects/index.js';
import { merged } from './merge.js';
import { chatMeter } from './meter.js';
import type { Service } from './request.js';
import { type ChatSettings, CONCURRENCY_PER_ENDPOINT, IDLE_MS, WHOLE_ANSWER_MS } from './settings.js';

/** A language model behind HTTP. Nothing is sent before the first question. */
export const openChat = async (settings: ChatSettings): Promise<ChatModel> => {
  const { name, model, clock = systemClock, env = process.env, stream = true, note = () => {} } = settings;
  const dialect: Dialect = lookup('dialect', CHAT_DIALECTS, settings.dialect);
  checkNumbers(settings);
  const home = {
    home: settings.home ?? dialect.home,
    homeVariable: settings.homeVariable ?? (settings.home === undefined ? dialect.homeVariable : undefined),
    homePath: dialect.homePath,
    keyVariables: settings.keyVariables ?? dialect.keyVariables,
  };
  const { addresses, key, trusts } = resolveEndpoint(home, settings.endpoints, env);
  const meter = chatMeter(settings.budget, settings.price, KEPT);
  const concurrency = settings.concurrency ?? CONCURRENCY_PER_ENDPOINT * addresses.length;
  const service: Service = {
    dialect,
    model,
    stream,
    keyVariables: home.keyVariables,
    homeVariable: home.homeVariable,
    key,
    trusts,
    poster: await openHttpClient(env),
    timeoutMs: settings.timeoutMs ?? (stream ? IDLE_MS : WHOLE_ANSWER_MS),
    clock,
  };
  const memory: Memory = { successes: 0, unanswered: 0, unanswerable: 0 };
  const asking = { service, endpoints: shareLoad(addresses, concurrency, clock), meter, memory, note };
  const closed = new AbortController();
  setMaxListeners(0, closed.signal);

  return {
    name,
    spec: specOf(settings, identityAt(settings.identity, addresses, home)),
    reasoning: settings.reasoning,
    continuation: settings.continuation,
    sampling: settings.sampling,
    concurrency,
    ...(settings.context !== undefined && { context: settings.context }),
    ...(settings.price && { price: settings.price }),
    ask: async ({ messages, sampling }, signal) => {
      const wanted: ChatRequest = {
        messages,
        sampling: without(settings.refuses ?? [], { ...settings.sampling, ...sampling }),
      };
      checkMessages(wanted, settings);
      const body = dialect.body({
        model,
        ...wanted,
        stream,
        limitParameter: settings.limitParameter ?? 'max_tokens',
      });
      const both = AbortSignal.any([signal, closed.signal]);
      setMaxListeners(0, both);
      return ask(asking, wanted, merged(body, settings.extra ?? {}), both);
    },
    usage: meter.usage,
    close: async () => {
      closed.abort(new WorkError('the language model was closed'));
      await service.poster.close();
    },
  };
};

/**
 * What changes answers besides the question and its sampling. Of the endpoints only what `identity` says: they serve the
 * same model.
 */
const specOf = ({ dialect, model, refuses = [], extra = {} }: ChatSettings, identity: Json): JsonObject => ({
  dialect,
  model,
  refuses: [...refuses].sort(),
  extra,
  ...(identity !== null && { identity }),
});

const without = (refused: readonly (keyof Sampling)[], sampling: Sampling): Sampling =>
  Object.fromEntries(
    Object.entries(sampling).filter(([name]) => !refused.includes(name as keyof Sampling)),
  ) as Sampling;

/** Services silently start a new response when they cannot continue a text. */
const checkMessages = ({ messages }: ChatRequest, { name, continuation }: ChatSettings): void => {
  if (!messages.some(({ role }) => role !== 'system'))
    throw new InputError({ found: 'a call without a message', expected: 'at least one user message' });
  if (continues(messages) && continuation === 'turns')
    throw new InputError({
      found: `a text for ${name} to go on with`,
      expected: 'a last message of the user, as this model cannot do that',
    });
};

/** A limit of 0 would stop everything without a word. */
const checkNumbers = ({ concurrency, timeoutMs, context }: ChatSettings): void => {
  for (const [name, value] of Object.entries({ concurrency, timeoutMs, context }))
    if (value !== undefined && !(value >= 1))
      throw new InputError({ found: `${name} ${value}`, expected: 'a number from 1 on' });
};
