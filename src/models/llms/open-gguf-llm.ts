import { canonicalJson, defined, InputError, once } from '../../core/index.js';
import { meter, noBatchApi } from '../../platform/api-client/index.js';
import { MOST_CONTEXT, openGguf, openWriter, type Turn } from '../gguf/index.js';
import {
  ChatFailure,
  type ChatModel,
  type ChatRequest,
  type Message,
  mostTokensOut,
  type Price,
  type Reply,
  saysSomething,
  tokensInMessages,
} from './chat/index.js';
import { llmName } from './llm-entries.js';
import { type LlmSettings, LOCAL_SAMPLING, serversOf } from './resolve-llm.js';

/** `gguf:FILE`: a language model in this process, sampled as R2MED sampled those it ran itself. It is loaded by the first call. */
export const openGgufLlm = async (
  file: string,
  settings: LlmSettings,
  price: Price | undefined,
): Promise<ChatModel> => {
  const name = llmName(`gguf:${file}`);
  mustRunHere(name, settings);
  const gguf = await openGguf(file);
  const sampling = { ...LOCAL_SAMPLING, ...settings.sampling };
  const costs = meter({ budget: settings.budget, prices: price, resume: 'finished calls are cached' });
  const writer = once(() => openWriter(gguf, settings.threads));
  const totals = settings.budget?.totalTokens !== undefined || settings.budget?.totalUsd !== undefined;
  const spec = { dialect: 'gguf', ...gguf.spec, context: MOST_CONTEXT };
  let last: Promise<unknown> = Promise.resolve();
  let failed = 0;

  /** Reserves what it may take, so that a budget holds before it is spent. */
  const answer = async (request: ChatRequest, signal: AbortSignal): Promise<Reply> => {
    const most = {
      tokensIn: tokensInMessages(request.messages),
      tokensOut: mostTokensOut(request),
      searches: 0,
    };
    const reserved = await costs.reserve(most, signal);
    try {
      const began = Date.now();
      const written = await (await writer()).write(turnsOf(request.messages), request.sampling, signal);
      if (!written) throw new ChatFailure('too-long', `${name}: the prompt fills the context of the model`);
      reserved.settle(written);
      if (!saysSomething(written, request.messages)) throw new ChatFailure('empty', `${name} wrote nothing`);
      return { ...written, estimated: false, raw: { ...written }, ms: Date.now() - began };
    } catch (error) {
      if (error instanceof ChatFailure) failed++;
      throw error;
    } finally {
      reserved.release();
    }
  };

  return {
    name,
    service: 'gguf',
    spec,
    reasoning: settings.reasoning ?? 'auto',
    continuation: 'prefill',
    sampling,
    concurrency: 1,
    ...defined({ price }),
    // One context: the next call waits for the last.
    ask: (request, signal) => {
      const asked = { ...request, sampling: { ...sampling, ...request.sampling } };
      const reply = last.then(() => answer(asked, signal));
      last = reply.catch(() => {});
      return reply;
    },
    ...(totals && {
      addEarlier: (calls) => costs.addEarlier(canonicalJson(spec), { ...calls, searches: 0 }),
    }),
    usage: () => {
      const { tokensIn, tokensOut } = costs.spent();
      return { calls: costs.calls(), failed, tokensIn, tokensOut, ...defined({ usd: costs.usd() }) };
    },
    close: gguf.close,
  };
};

const mustRunHere = (name: string, { endpoints, batchApi }: LlmSettings): void => {
  if (batchApi) throw noBatchApi(name, 'a model in this process');
  if (serversOf(name, endpoints).length > 0)
    throw new InputError({
      found: `--llm-endpoint for ${name}, which runs in this process`,
      fix: 'leave out --llm-endpoint, or name the model that the server has: --llm served:URL#model',
    });
};

/** The last turn is the model's: what is there is continued. */
const turnsOf = (messages: readonly Message[]): readonly Turn[] => {
  const turns = messages.map(
    ({ role, content }): Turn =>
      role === 'assistant' ? { type: 'model', response: [content] } : { type: role, text: content },
  );
  return turns.at(-1)?.type === 'model' ? turns : [...turns, { type: 'model', response: [] }];
};
