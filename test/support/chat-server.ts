import type { ServerResponse } from 'node:http';
import type { Message } from '../../src/models/llms/index.js';
import { anthropic } from './chat-server/anthropic.js';
import { type ChatBehaviour, send, sse } from './chat-server/behaviour.js';
import type { ServerDialect } from './chat-server/dialect.js';
import { gemini } from './chat-server/gemini.js';
import { openai } from './chat-server/openai.js';
import { type ChatAsked, type Scripted, spoken } from './chat-server/script.js';
import { type PlainRequest, type ScriptedServer, startScriptedServer } from './scripted-server.js';

export type { ChatBehaviour } from './chat-server/behaviour.js';
export type { Scripted } from './chat-server/script.js';

export interface ChatRecord extends PlainRequest {
  /** In whichever dialect they came; a system instruction is the first of them. */
  readonly messages: readonly Message[];
}

export interface ChatServer extends ScriptedServer<ChatRecord, readonly Message[], ChatBehaviour> {
  /**
   * What is said to a prompt. `nth` counts, from 1, the answers that these very messages got so far, this one included
   * and misbehaviour left out; so samples can differ, and a retry gets what the first try would have got. Unless told,
   * the server repeats the last message.
   */
  answer(script: (messages: readonly Message[], sampleIndex: number) => string | Scripted): void;
}

const dialectOf = (path: string): ServerDialect | undefined => {
  if (/:(streamG|g)enerateContent(\?|$)/.test(path)) return gemini;
  const [route = ''] = path.split('?');
  if (route.endsWith('/messages')) return anthropic;
  return route.endsWith('/chat/completions') ? openai : undefined;
};

/** A server that speaks each provider's chat API, streams if asked, follows a script and misbehaves as it is told. */
export const startChatServer = async (): Promise<ChatServer> => {
  const answers = new Map<string, number>();
  let script: (messages: readonly Message[], sampleIndex: number) => string | Scripted = (messages) =>
    `You said: ${messages.at(-1)?.content ?? ''}`;

  const server = await startScriptedServer<ChatRecord, readonly Message[], ChatBehaviour>(({ hung }) => ({
    record: (plain) => ({
      ...plain,
      messages: dialectOf(plain.path)?.read(plain.path, plain.body).messages ?? [],
    }),
    asked: ({ messages }) => messages,
    isEmpty: ({ path, messages }) => dialectOf(path) !== undefined && messages.length === 0,
    answer: ({ path, body }, response, behaviour) => {
      const dialect = dialectOf(path);
      if (!dialect) return response.writeHead(404).end('{"detail":"Not Found"}');
      const asked = dialect.read(path, body);
      const refused = dialect.refuses?.(body, behaviour ?? {});
      if (refused !== undefined) return response.writeHead(400).end(JSON.stringify(refused));
      const name = JSON.stringify(asked.messages);
      const sampleIndex = (answers.get(name) ?? 0) + 1;
      if (!behaviour || isWhole(behaviour)) answers.set(name, sampleIndex);
      return speak(response, dialect, asked, script(asked.messages, sampleIndex), behaviour ?? {}, hung);
    },
  }));
  return Object.assign(server, {
    answer: (said: typeof script) => {
      script = said;
    },
  });
};

const isWhole = ({ late: _, ...rest }: ChatBehaviour): boolean => Object.keys(rest).length === 0;

const speak = (
  response: ServerResponse,
  dialect: ServerDialect,
  asked: ChatAsked,
  script: string | Scripted,
  behaviour: ChatBehaviour,
  hung: () => void,
): unknown => {
  const said = spoken(script, asked);
  if (!asked.stream)
    return send(
      response,
      'application/json',
      behaviour.body ?? JSON.stringify(dialect.whole(said, behaviour)),
      behaviour,
      hung,
    );
  const events = dialect.stream(said, asked, behaviour);
  const sent =
    behaviour.errorAfter === undefined ? events : [...events.slice(0, behaviour.errorAfter), dialect.error];
  return send(response, 'text/event-stream', behaviour.body ?? sse(sent, behaviour), behaviour, hung);
};
