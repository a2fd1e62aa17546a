import { afterEach } from 'vitest';
import {
  type ChatModel,
  type ChatRequest,
  type ChatSettings,
  openChat,
  type Reply,
} from '../../src/models/llms/index.js';
import { type ChatServer, startChatServer } from './chat-server.js';
import { type TestClock, testClock } from './served-embedder.js';

/** One message of the user's. */
export const question = (content: string, sampling: ChatRequest['sampling'] = {}): ChatRequest => ({
  messages: [{ role: 'user', content }],
  sampling,
});

export interface OpenedChat {
  readonly model: ChatModel;
  readonly clock: TestClock;
  /** Everything the model told the person who waits. */
  readonly notes: readonly string[];
  /** Asks, with a signal that never comes. */
  ask(request: ChatRequest | string): Promise<Reply>;
  /** What is thrown instead of an answer. */
  failure(request: ChatRequest | string): Promise<Error>;
}

/** Servers and models that are closed when the test is over. */
export const chatTests = () => {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });
  return {
    server: async (): Promise<ChatServer> => {
      const server = await startChatServer();
      closing.push(server.close);
      return server;
    },
    /** A model at these servers, with a clock of its own and an empty environment. */
    open: async (
      servers: ChatServer | readonly ChatServer[],
      settings: Partial<ChatSettings> = {},
    ): Promise<OpenedChat> => {
      const clock = (settings.clock as TestClock | undefined) ?? testClock();
      const notes: string[] = [];
      const model = await openChat({
        name: 'tiny',
        dialect: 'openai',
        model: 'tiny-1',
        endpoints: [servers]
          .flat()
          .map(({ origin }) => `${origin}/${settings.dialect === 'gemini' ? 'v1beta' : 'v1'}`),
        reasoning: 'none',
        continuation: 'prefill',
        sampling: {},
        env: {},
        note: (line) => notes.push(line),
        ...settings,
        clock,
      });
      closing.push(() => model.close());
      const ask = (request: ChatRequest | string): Promise<Reply> =>
        model.ask(typeof request === 'string' ? question(request) : request, new AbortController().signal);
      const failure = (request: ChatRequest | string): Promise<Error> =>
        ask(request).then(
          (reply) => {
            throw new Error(`it was answered: ${reply.text}`);
          },
          (error: Error) => error,
        );
      return { model, clock, notes, ask, failure };
    },
  };
};
