import { z } from 'zod';
import {
  canonicalJson,
  type ItemKey,
  type Items,
  type Json,
  mustBeCached,
  type Tools,
} from '../../../core/index.js';
import {
  ChatFailure,
  type ChatFailureKind,
  type ChatModel,
  type ChatRequest,
  mayPass,
  type Reply,
  type TokenCounts,
} from './chat.js';
import { paidTokens } from './conversation.js';

/** A model whose finished calls are cached: each is sent once, and then read from the cache. */
export interface CachedChat {
  readonly model: ChatModel;
  /**
   * The cached response, or a new one that is cached before it is returned. `sampleIndex` tells apart calls that ask the same on
   * purpose, as several samples do. A cached failure is thrown again unless it may pass (`mayPass`) or failures are to be
   * retried; then an answer that cannot be read is requested again too. `onAsked` is called when the model itself is asked.
   */
  ask(request: ChatRequest, sampleIndex?: number, onAsked?: () => void): Promise<Reply>;
  /** Checks that the model can be called, unless calls of it are cached: a run that is wholly cached needs no server. */
  check?(): Promise<void>;
  /** Whether this call would be answered from the cache. */
  isCached(request: ChatRequest, sampleIndex?: number): Promise<boolean>;
}

/** Settings of a cached chat. */
export interface CachedChatOptions {
  /** Ask again for what failed before, also where the failure is an answer. */
  readonly retryFailed?: boolean;
  /** Ends requests in flight; the tools' own unless given. */
  readonly signal?: AbortSignal;
}

const KINDS = [
  'refused',
  'empty',
  'unusable',
  'broken',
  'silent',
  'too-long',
] as const satisfies ChatFailureKind[];

const COUNTS = { tokensIn: z.number(), tokensOut: z.number() };

const CachedCall = z.object({
  reply: z
    .looseObject({
      text: z.string(),
      reasoning: z.string().optional(),
      finish: z.enum(['stop', 'length']),
      stoppedAt: z.string().optional(),
      ...COUNTS,
      estimated: z.boolean(),
      priceShare: z.number().optional(),
      failedTries: z.object(COUNTS).optional(),
      raw: z.json(),
      ms: z.number(),
    })
    .optional(),
  failure: z
    .object({ kind: z.enum(KINDS), message: z.string(), failedTries: z.object(COUNTS).optional() })
    .optional(),
});

/** What became of a call: it was answered, or will not be. */
type Outcome = { readonly reply: Reply } | { readonly failure: ChatFailure };

/** Where a call's outcome is stored: a failure next to an answer, so that whichever is stored last, the answer counts. */
interface Place {
  readonly answer: ItemKey;
  readonly failure: ItemKey;
  /** Answers that were requested since those before could not be read. */
  again(nth: number): ItemKey;
}

/** What is stored for a call, and where its next answer goes. */
interface Found {
  readonly outcome?: Outcome;
  readonly next: ItemKey;
}

/**
 * Caches every finished call of a model before it is used. The key of a call is its messages, its whole sampling and `nth`;
 * what is damaged or cannot be read is requested again.
 */
export const cachedChat = async (
  model: ChatModel,
  tools: Tools,
  { retryFailed = false, signal = tools.signal }: CachedChatOptions = {},
): Promise<CachedChat> => {
  const items = await tools.items({ chat: model.spec }, true);
  if (model.addEarlier) model.addEarlier(...(await tokensOf(items)));
  const inFlight = new Map<ItemKey, Promise<Reply>>();
  /** What was requested since this chat was made is not requested again, whatever came of it. */
  const askedNow = new Set<ItemKey>();

  const whole = ({ messages, sampling }: ChatRequest): ChatRequest => ({
    messages,
    sampling: { ...model.sampling, ...sampling },
  });
  const placeOf = (request: ChatRequest, sampleIndex: number): Place => {
    const call = { ...whole(request), nth: sampleIndex } as unknown as { readonly [field: string]: Json };
    return {
      answer: items.keyOf(canonicalJson(call)),
      failure: items.keyOf(canonicalJson({ ...call, failed: true })),
      again: (nth) => items.keyOf(canonicalJson({ ...call, again: nth })),
    };
  };

  /** The first of these that is stored. */
  const stored = async (...keys: readonly ItemKey[]): Promise<Outcome | undefined> => {
    const found = new Map<ItemKey, Outcome>();
    await items.read(keys, (key, bytes) => {
      const outcome = outcomeIn(bytes);
      if (outcome) found.set(key, outcome);
    });
    return keys.map((key) => found.get(key)).find((outcome) => outcome !== undefined);
  };
  const cached = async (place: Place, { isReadable }: ChatRequest): Promise<Found> => {
    const mayAsk = !askedNow.has(place.answer);
    let outcome = await stored(place.answer, place.failure);
    let next = place.answer;
    for (let nth = 1; outcome && 'reply' in outcome && isReadable?.(outcome.reply) === false; nth++) {
      next = place.again(nth);
      const later = await stored(next);
      if (!later) return retryFailed && mayAsk ? { next } : { outcome, next };
      outcome = later;
    }
    const isPassing = outcome && 'failure' in outcome && (retryFailed || mayPass(outcome.failure.kind));
    return !outcome || (isPassing && mayAsk) ? { next } : { outcome, next };
  };

  const save = async (key: ItemKey, request: ChatRequest, sampleIndex: number, outcome: Outcome) => {
    const written = 'reply' in outcome ? outcome : { failure: failureFields(outcome.failure) };
    const payload = { request: whole(request), nth: sampleIndex, ...written, at: new Date().toISOString() };
    await items.append([{ key, bytes: new TextEncoder().encode(JSON.stringify(payload)) }]);
  };

  const answered = async (
    place: Place,
    request: ChatRequest,
    sampleIndex: number,
    onAsked: () => void,
  ): Promise<Reply> => {
    const before = await cached(place, request);
    if (before.outcome) return replyIn(before.outcome);
    mustBeCached(tools, () => `answers of ${model.name}`);
    // Another process may be asking the same: its answer is waited for rather than paid for twice.
    const release = await items.claim(place.answer, `a call of ${model.name}`, signal);
    try {
      const { outcome, next } = await cached(place, request);
      if (outcome) return replyIn(outcome);
      onAsked();
      askedNow.add(place.answer);
      return await asked(place, next, request, sampleIndex);
    } finally {
      release();
    }
  };

  const asked = async (
    place: Place,
    next: ItemKey,
    request: ChatRequest,
    sampleIndex: number,
  ): Promise<Reply> => {
    try {
      const { messages, sampling } = request;
      const reply = await model.ask({ messages, sampling }, signal);
      await save(next, request, sampleIndex, { reply });
      return reply;
    } catch (error) {
      if (!(error instanceof ChatFailure)) throw error;
      // What earlier tries took stays counted.
      const before = await stored(place.answer, place.failure);
      const tries = [
        error.failedTries,
        before && 'failure' in before ? before.failure.failedTries : undefined,
      ];
      const failure = new ChatFailure(error.kind, error.message, sumOf(tries));
      await save(place.failure, request, sampleIndex, { failure });
      throw error;
    }
  };

  return {
    model,
    check: async () => {
      if ([...(await items.keys())].length === 0) await model.check?.(signal);
    },
    ask: (request, sampleIndex = 0, onAsked = () => {}) => {
      const place = placeOf(request, sampleIndex);
      const same = inFlight.get(place.answer);
      if (same) return same;
      const answer = answered(place, request, sampleIndex, onAsked).finally(() =>
        inFlight.delete(place.answer),
      );
      inFlight.set(place.answer, answer);
      return answer;
    },
    isCached: async (request, sampleIndex = 0) =>
      (await cached(placeOf(request, sampleIndex), request)).outcome !== undefined,
  };
};

/** What all cached calls of a model took, failed attempts included, and as how many tokens they were paid for. */
const tokensOf = async (items: Items): Promise<readonly [TokenCounts, TokenCounts]> => {
  const took: (TokenCounts | undefined)[] = [];
  const paid: (TokenCounts | undefined)[] = [];
  await items.read(await items.keys(), (_, bytes) => {
    const outcome = outcomeIn(bytes);
    if (!outcome) return;
    const { failedTries } = 'reply' in outcome ? outcome.reply : outcome.failure;
    took.push(failedTries);
    paid.push(failedTries);
    if (!('reply' in outcome)) return;
    took.push(outcome.reply);
    paid.push(paidTokens(outcome.reply));
  });
  return [sumOf(took), sumOf(paid)];
};

const sumOf = (counts: readonly (TokenCounts | undefined)[]): TokenCounts => ({
  tokensIn: counts.reduce((sum, each) => sum + (each?.tokensIn ?? 0), 0),
  tokensOut: counts.reduce((sum, each) => sum + (each?.tokensOut ?? 0), 0),
});

const failureFields = ({ kind, message, failedTries }: ChatFailure) => ({
  kind,
  message,
  ...(failedTries && { failedTries }),
});

const replyIn = (outcome: Outcome): Reply => {
  if ('failure' in outcome) throw outcome.failure;
  return outcome.reply;
};

const outcomeIn = (bytes: Uint8Array): Outcome | undefined => {
  try {
    const { reply, failure } = CachedCall.parse(JSON.parse(new TextDecoder().decode(bytes)));
    if (reply) return { reply: reply as Reply };
    return failure && { failure: new ChatFailure(failure.kind, failure.message, failure.failedTries) };
  } catch {
    return undefined;
  }
};
