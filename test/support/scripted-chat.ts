import { canonicalJson, type Json } from '../../src/core/index.js';
import type { CachedChat, ChatModel, ChatRequest, Reply } from '../../src/models/llms/index.js';

export interface Asked {
  readonly request: ChatRequest;
  readonly sampleIndex: number;
  /** The last message, which is what tests tell calls apart by. */
  readonly prompt: string;
}

export interface ScriptedChat extends CachedChat {
  /** Every call that was not answered from the store, in the order of asking. */
  readonly asked: readonly Asked[];
  /** The most calls that were under way at once. */
  readonly busiest: number;
}

/** A text, a whole reply, or an error that is thrown. */
export type Scripted = string | Partial<Reply> | Error;

export const reply = (change: Partial<Reply> = {}): Reply => ({
  text: 'a passage',
  finish: 'stop',
  tokensIn: 10,
  tokensOut: 5,
  estimated: false,
  raw: null,
  ms: 1,
  ...change,
});

/** A chat that answers from a script and caches its answers in memory. */
export const scriptedChat = (
  answer: (asked: Asked) => Scripted | Promise<Scripted>,
  model: Partial<ChatModel> = {},
): ScriptedChat => {
  const asked: Asked[] = [];
  const kept = new Map<string, Reply | Error>();
  let inFlight = 0;
  let busiest = 0;
  const keyOf = (request: ChatRequest, sampleIndex: number): string =>
    canonicalJson([request as unknown as Json, sampleIndex]);
  const answered = async (call: Asked): Promise<Reply | Error> => {
    asked.push(call);
    busiest = Math.max(busiest, ++inFlight);
    try {
      const said = await answer(call);
      if (said instanceof Error) return said;
      return reply(typeof said === 'string' ? { text: said } : said);
    } finally {
      inFlight -= 1;
    }
  };
  return {
    asked,
    get busiest() {
      return busiest;
    },
    model: {
      name: 'scripted',
      spec: { model: 'scripted' },
      reasoning: 'none',
      continuation: 'turns',
      sampling: {},
      concurrency: 4,
      ask: async () => reply(),
      usage: () => ({ calls: asked.length, failed: 0, tokensIn: 0, tokensOut: 0 }),
      close: async () => {},
      ...model,
    },
    ask: async (request, sampleIndex = 0, onAsked = () => {}) => {
      const key = keyOf(request, sampleIndex);
      if (!kept.has(key)) onAsked();
      const outcome =
        kept.get(key) ??
        (await answered({ request, sampleIndex, prompt: request.messages.at(-1)?.content ?? '' }));
      if (!(outcome instanceof Error)) kept.set(key, outcome);
      else if (outcome.name === 'ChatFailure') kept.set(key, outcome);
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
    isCached: async (request, sampleIndex = 0) => kept.has(keyOf(request, sampleIndex)),
  };
};
