import {
  canonicalJson,
  defined,
  InputError,
  isJsonObject,
  type Json,
  type JsonObject,
  lookup,
} from '../../../core/index.js';
import { checkFromOne, checkReachable, identityAt, openClient } from '../../../platform/api-client/index.js';
import { callLlm } from './call-llm.js';
import { ChatFailure, type ChatModel, type ChatRequest, type Sampling, type TokenCounts } from './chat.js';
import { dollars } from './conversation.js';
import { asService, CHAT_DIALECTS, continues, type Dialect } from './dialects/index.js';
import { chatRequest } from './request.js';
import { type ChatSettings, CONCURRENCY_PER_ENDPOINT, IDLE_MS } from './settings.js';

const WORDS = {
  who: 'the language model',
  items: 'calls',
  done: 'completed',
  resume: 'finished calls are cached and not sent again',
};

/** Services refuse it; a server that does not writes one token at most. */
const NOTHING: ChatRequest = { messages: [], sampling: { maxTokens: 1 } };

/** A language model behind HTTP. Nothing is sent before the first question. */
export const openChat = async (settings: ChatSettings): Promise<ChatModel> => {
  const { name, model, price, budget = {}, batchItems, note = () => {} } = settings;
  // Nobody sees the pieces of an answer in a batch.
  const stream = batchItems === undefined && (settings.stream ?? true);
  const spoken: Dialect = lookup('dialect', CHAT_DIALECTS, settings.dialect);
  checkFromOne({ context: settings.context });
  const home = {
    home: settings.home ?? spoken.home,
    homeVariable: settings.homeVariable ?? (settings.home === undefined ? spoken.homeVariable : undefined),
    homePath: spoken.homePath,
    keyVariables: settings.keyVariables ?? spoken.keyVariables,
  };
  const client = await openClient(
    home,
    { ...settings, ...(stream && { timeoutMs: settings.timeoutMs ?? IDLE_MS }) },
    {
      words: WORDS,
      prices: price,
      priceFix: 'give the prices (--price IN,OUT), or the budget in tokens (--budget-tokens)',
      concurrencyPerEndpoint: CONCURRENCY_PER_ENDPOINT,
    },
  );
  const { meter, concurrency } = client;
  const dialect = asService(spoken, settings, client.addresses);
  const { batch: _, ...withoutBatch } = client.connection;
  const spec = specOf(settings, identityAt(settings.identity, client.addresses, home));
  const isTotal = budget.totalUsd !== undefined || budget.totalTokens !== undefined;
  const bodyOf = (wanted: ChatRequest, streamed: boolean): JsonObject => {
    const { limitParameter = 'max_tokens', extra = {} } = settings;
    return merged(dialect.body({ model, ...wanted, stream: streamed, limitParameter }), extra);
  };
  let failed = 0;

  return {
    name,
    ...defined({ service: settings.service }),
    spec,
    reasoning: settings.reasoning,
    continuation: settings.continuation,
    sampling: settings.sampling,
    concurrency,
    ...defined({ context: settings.context, price, priceShare: client.priceShare }),
    ask: async ({ messages, sampling }, signal) => {
      const wanted: ChatRequest = {
        messages,
        sampling: without(settings.refuses ?? [], { ...settings.sampling, ...sampling }),
      };
      checkMessages(wanted, settings);
      try {
        const service = { dialect, model, stream, maxTokens: wanted.sampling.maxTokens };
        return await callLlm(client, service, wanted, bodyOf(wanted, stream), note, client.until(signal));
      } catch (error) {
        if (error instanceof ChatFailure) failed++;
        throw error;
      }
    },
    check: (signal) =>
      checkReachable(
        client,
        (endpoint, until) =>
          chatRequest(
            withoutBatch,
            { dialect, model, stream: false },
            endpoint,
            bodyOf(NOTHING, false),
            until,
          ),
        { note, signal },
      ),
    ...(isTotal && {
      addEarlier: (calls: TokenCounts, paid: TokenCounts) =>
        meter.addEarlier(
          canonicalJson(spec),
          { ...calls, searches: 0 },
          price && dollars(price, paid.tokensIn, paid.tokensOut),
        ),
    }),
    usage: () => {
      const { tokensIn, tokensOut } = meter.spent();
      const usd = meter.usd();
      const lost = meter.lost();
      return {
        calls: meter.calls(),
        failed,
        ...(lost > 0 && { lost }),
        tokensIn,
        tokensOut,
        ...(usd !== undefined && { usd }),
      };
    },
    close: client.close,
  };
};

/**
 * What changes answers besides the question and its sampling. Of the endpoints only what `identity` says: they serve the
 * same model.
 */
const specOf = (
  { dialect, model, refuses = [], extra = {}, ...of }: ChatSettings,
  identity: Json,
): JsonObject => ({
  dialect,
  // Two services may have models of one id; where a registry knows the model, it is the same.
  ...(of.service !== undefined && of.identity === undefined && { service: of.service }),
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
    throw new InputError({
      found: 'a call without a message',
      expected: 'at least one user message',
      fix: 'add a user message',
    });
  if (continues(messages) && continuation === 'turns')
    throw new InputError({
      found: `a text for ${name} to go on with`,
      expected: 'a last message of the user, as this model cannot do that',
      fix: 'end with a message of the user',
    });
};

/** Fields of the second win; objects in both are merged. */
export const merged = (a: JsonObject, b: JsonObject): JsonObject => {
  const result = new Map(Object.entries(a));
  for (const [field, value] of Object.entries(b)) {
    const before = result.get(field);
    result.set(field, isJsonObject(before) && isJsonObject(value) ? merged(before, value) : value);
  }
  return Object.fromEntries(result);
};
