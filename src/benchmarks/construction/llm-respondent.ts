import { defined, estimatedTokens, type Json } from '../../core/index.js';
import {
  type CachedChat,
  type ChatRequest,
  dollars,
  paidTokens,
  type Sampling,
  spoken,
} from '../../models/llms/index.js';
import type { Respondent, StepRequest, Usage } from './respondent.js';

export interface LlmRespondentOptions {
  /** What the user says about sampling; the rest is the model's, and temperature 0. */
  readonly sampling?: Sampling;
  /** Ask again what could not be read before. */
  readonly retryFailed?: boolean;
}

/** Decisions should be the same when they are requested again, so the likeliest words are taken, not drawn ones. */
const SAMPLING: Sampling = { temperature: 0 };
const EXPECTED_TOKENS = 120;
/** A model that thinks first writes about so much more. */
const REASONING_TOKENS = 800;
const MESSAGE_TOKENS = 4;
/** A reply that cannot be read is requested once more. */
const ATTEMPTS = 2;
const MOST_ATTEMPTS = 20;

/** A language model that answers the requests of a step; every reply is cached before it is used. */
export const llmRespondent = (
  chat: CachedChat,
  { sampling = {}, retryFailed = false }: LlmRespondentOptions = {},
): Respondent => {
  const { model } = chat;
  const used = { calls: 0, tokensIn: 0, tokensOut: 0 };
  const paid = { tokensIn: 0, tokensOut: 0 };
  const whole = { ...model.sampling, ...SAMPLING, ...sampling };
  const requestOf = ({ prompt, attempt = 0 }: StepRequest): ChatRequest => ({
    messages: [{ role: 'user', content: prompt }],
    sampling: {
      ...SAMPLING,
      ...sampling,
      // A service with a fixed seed would write the same text again.
      ...(attempt > 0 && whole.seed !== undefined && { seed: whole.seed + attempt }),
    },
  });
  const usd = ({ tokensIn, tokensOut }: Omit<Usage, 'usd' | 'calls'>): { readonly usd?: number } =>
    model.price ? { usd: dollars(model.price, tokensIn, tokensOut) } : {};
  return {
    name: model.name,
    family: familyOf(model.name),
    concurrency: model.concurrency,
    ...defined({ seed: whole.seed }),
    identity: () => ({ model: model.spec, sampling: whole }) as unknown as Json,
    ask: async (request) => {
      let fromCache = true;
      const reply = await chat.ask(requestOf(request), request.attempt ?? 0, () => {
        fromCache = false;
      });
      used.calls += 1;
      used.tokensIn += reply.tokensIn;
      used.tokensOut += reply.tokensOut;
      const share = paidTokens(reply);
      paid.tokensIn += share.tokensIn;
      paid.tokensOut += share.tokensOut;
      const text = spoken(reply, model.reasoning);
      return { text: text ?? '', fromCache, truncated: text === undefined || reply.finish === 'length' };
    },
    // A second response would end at the same limit.
    mayAskAgain: (attempt, { fromCache, truncated }) =>
      (attempt + 1 < ATTEMPTS && !truncated) || (retryFailed && fromCache && attempt + 1 < MOST_ATTEMPTS),
    estimate: async (requests) => {
      const sum = { calls: 0, cached: 0, tokensIn: 0, tokensOut: 0 };
      const thinks = model.reasoning !== 'none' && model.reasoning !== 'auto';
      for (const request of requests) {
        if (await chat.isCached(requestOf(request))) {
          sum.cached += 1;
          continue;
        }
        sum.calls += 1;
        sum.tokensIn += MESSAGE_TOKENS + estimatedTokens(request.prompt);
        sum.tokensOut += (request.expectedTokens ?? EXPECTED_TOKENS) + (thinks ? REASONING_TOKENS : 0);
      }
      return { ...sum, ...usd(paidTokens({ ...sum, ...defined({ priceShare: model.priceShare }) })) };
    },
    usage: () => ({ ...used, ...usd(paid) }),
    close: () => model.close(),
  };
};

/** The first letters of a model's name: `gpt` of gpt-4o, `qwen` of Qwen2.5-7B. */
const familyOf = (name: string): string => /^[a-z]+/i.exec(name)?.[0].toLowerCase() ?? name;
