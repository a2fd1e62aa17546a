import { defined, estimatedTokens, type Query } from '../../core/index.js';
import {
  type CachedChat,
  dollars,
  type Message,
  type Price,
  type Sampling,
  sampleSampling,
} from '../../models/llms/index.js';
import { reasonsInOutput } from './expansion.js';
import type { OpenGenerationMethod } from './generation-method.js';
import { callSampling } from './sampling.js';

/** What a plan takes for granted, because it is not known before the calls. Round figures, printed with every plan. */
export interface Assumptions {
  /** Tokens of a passage: about 300 words of English. */
  readonly tokensPerText: number;
  /** Tokens of a model that thinks before it writes, its thoughts included. */
  readonly tokensPerReasonedText: number;
  /** Tokens of a document that a method reads: about 230 words of English. */
  readonly tokensPerDocument: number;
  /** Tokens that one request gets a second: about what hosted services stream; a server of your own may differ much. */
  readonly tokensPerSecond: number;
}

/**
 * What a plan assumes where nothing is known: lengths of texts and documents in tokens, and a model's speed.
 */
export const ASSUMPTIONS: Assumptions = {
  tokensPerText: 400,
  tokensPerReasonedText: 2500,
  tokensPerDocument: 300,
  tokensPerSecond: 50,
};

/** Calls, tokens, cost and time. */
export interface PlannedAmount {
  readonly calls: number;
  readonly tokensIn: number;
  /** Absent where a call has no limit of tokens. */
  readonly tokensOut?: number;
  /** Absent where no price is known. */
  readonly usd?: number;
  readonly seconds?: number;
}

/** Estimated calls, tokens, cost and time of a generation. */
export interface GenerationPlan {
  readonly queries: number;
  readonly samples: number;
  readonly concurrency: number;
  /** Calls whose words are known. */
  readonly known: number;
  /** Those of them that are answered from the store. */
  readonly kept: number;
  /** The most calls that may follow, as an agent's do. */
  readonly further: number;
  /** Those of them that are likely; conversations with a cached first call count as finished. */
  readonly likelyFurther: number;
  /** What a call costs of the usual price, where calls go in batches. */
  readonly priceShare?: number;
  /** The known calls that are not cached and those that are likely to follow them, at the assumed length. */
  readonly likely: PlannedAmount;
  /** Those and all that may follow, each at its limit of tokens. */
  readonly atMost: PlannedAmount;
  readonly assumptions: Assumptions;
}

/** Settings of the estimate. */
export interface PlanOptions {
  readonly chat: CachedChat;
  readonly samples?: number;
  readonly sampling?: Sampling;
  readonly concurrency?: number;
  /** The model's own by default. */
  readonly price?: Price;
  readonly assumptions?: Partial<Assumptions>;
}

/** Estimates the generation for these queries. It makes no call; the method is prepared already. */
export const planGeneration = async (
  generationMethod: Pick<OpenGenerationMethod, 'expected'>,
  queries: readonly Query[],
  options: PlanOptions,
): Promise<GenerationPlan> => {
  const { chat, samples = 1, sampling = {}, concurrency = chat.model.concurrency } = options;
  const { price = chat.model.price } = options;
  const { model } = chat;
  const assumptions = { ...ASSUMPTIONS, ...options.assumptions };
  const assumed = reasonsInOutput(model.reasoning)
    ? assumptions.tokensPerReasonedText
    : assumptions.tokensPerText;
  const limitOf = (call: Sampling): number | undefined => call.maxTokens ?? model.sampling.maxTokens;
  const follow = { calls: 0, tokensIn: 0, tokensOut: 0 };
  const further = { calls: 0, tokensIn: 0, tokensOut: 0 as number | undefined };
  const asked = { calls: 0, tokensIn: 0, likelyOut: 0, mostOut: 0 as number | undefined };
  let known = 0;

  for (const query of queries) {
    const expected = generationMethod.expected(query);
    for (let sample = 0; sample < samples; sample++) {
      let begun = expected.known.length > 0;
      for (const { messages, sampling: method } of expected.known) {
        known += 1;
        const call = sampleSampling(sample, model.sampling, callSampling(method, sampling));
        if (await chat.isCached({ messages, sampling: call }, sample)) continue;
        begun = false;
        const limit = limitOf(call);
        asked.calls += 1;
        asked.tokensIn += tokensOf(messages);
        asked.likelyOut += Math.min(assumed, limit ?? assumed);
        asked.mostOut = sum(asked.mostOut, limit);
      }
      further.calls += expected.further;
      further.tokensIn += expected.further * expected.furtherTokensIn;
      const limit = limitOf(callSampling(expected.furtherSampling, sampling));
      if (expected.further > 0) further.tokensOut = sum(further.tokensOut, times(limit, expected.further));
      if (begun || !expected.likely) continue;
      follow.calls += expected.likely.calls;
      follow.tokensIn += expected.likely.tokensIn;
      follow.tokensOut += expected.likely.calls * Math.min(assumed, limit ?? assumed);
    }
  }

  /** The known calls, and others that follow them. */
  const amount = (others: typeof further, tokensOut: number | undefined): PlannedAmount => {
    const [calls, tokensIn] = [asked.calls + others.calls, asked.tokensIn + others.tokensIn];
    if (tokensOut === undefined) return { calls, tokensIn };
    const usd = price && dollars(price, tokensIn, tokensOut) * (model.priceShare ?? 1);
    const seconds = tokensOut / assumptions.tokensPerSecond / Math.max(1, Math.min(concurrency, calls));
    // How long a batch takes is the service's to say.
    const isBatched = model.priceShare !== undefined;
    return { calls, tokensIn, tokensOut, ...defined({ usd }), ...(!isBatched && { seconds }) };
  };
  return {
    queries: queries.length,
    samples,
    concurrency,
    known,
    kept: known - asked.calls,
    further: further.calls,
    likelyFurther: follow.calls,
    ...defined({ priceShare: model.priceShare }),
    likely: amount(follow, asked.likelyOut + follow.tokensOut),
    atMost: amount(further, sum(asked.mostOut, further.tokensOut)),
    assumptions,
  };
};

/** Roles and turns cost a few tokens each: four, as OpenAI's own counting recipe adds for every message. */
const MESSAGE_TOKENS = 4;

const tokensOf = (messages: readonly Message[]): number =>
  messages.reduce((tokens, { content }) => tokens + MESSAGE_TOKENS + estimatedTokens(content), 0);

/** Unknown as soon as one part is. */
const sum = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? undefined : a + b;

const times = (a: number | undefined, factor: number): number | undefined =>
  a === undefined ? undefined : a * factor;
