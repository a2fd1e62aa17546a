import { defined, type JsonObject, shortened } from '../../../core/index.js';
import {
  ApiFailure,
  type Client,
  countUndone,
  endOfWork,
  requestWithRetry,
} from '../../../platform/api-client/index.js';
import {
  ChatFailure,
  type ChatFailureKind,
  type ChatRequest,
  mostTokensOut,
  type Reply,
  type TokenCounts,
  tokensInMessages,
  tokensInText,
} from './chat.js';
import { continues, type ParsedResponse } from './dialects/index.js';
import { type ChatService, chatRequest } from './request.js';

/** How often a call is tried that fails in this way; the others are tried as often as the clock says. */
const TRIES = { silent: 3, broken: 4, unusable: 3, empty: 3 };

/** Calls the model until a response comes that can be used, or no further attempt can help. */
export const callLlm = async (
  client: Client,
  service: ChatService,
  asked: ChatRequest,
  body: JsonObject,
  note: (line: string) => void,
  signal: AbortSignal,
): Promise<Reply> => {
  const { clock, memory } = client;
  const most = { tokensIn: tokensInMessages(asked.messages), tokensOut: mostTokensOut(asked), searches: 0 };
  const failedTries = { tokensIn: 0, tokensOut: 0 };
  const share = defined({ priceShare: client.priceShare });
  try {
    const { refusal: _, ...reply } = await requestWithRetry<Omit<Reply, 'failedTries'> & Refusal>(
      client,
      {
        most,
        tries: TRIES,
        send: async (endpoint, until) => {
          const began = clock.date();
          const { raw, reading } = await chatRequest(client.connection, service, endpoint, body, until);
          const counted = tokensOf(reading, most.tokensIn);
          const reply = { ...writtenIn(reading), ...counted, ...share, raw, ms: clock.date() - began };
          return { reply: { ...reply, refusal: reading.refusal }, used: counted };
        },
        check: (response, endpoint) => checkResponse(response, asked, endpoint),
        failedTry: ({ tokensIn, tokensOut }) => {
          failedTries.tokensIn += tokensIn;
          failedTries.tokensOut += tokensOut;
        },
        note,
      },
      { all: signal, waits: signal },
    );
    memory.undone.clear();
    return failedTries.tokensIn + failedTries.tokensOut > 0 ? { ...reply, failedTries } : reply;
  } catch (error) {
    throw failureOf(error, client, asked, failedTries);
  }
};

type Refusal = Pick<ParsedResponse, 'refusal'>;

const writtenIn = ({ text, reasoning, finish, stoppedAt }: ParsedResponse) => ({
  text,
  ...(reasoning !== undefined && { reasoning }),
  finish,
  ...(stoppedAt !== undefined && { stoppedAt }),
});

const tokensOf = ({ text, reasoning = '', tokensIn, tokensOut }: ParsedResponse, estimateIn: number) => ({
  tokensIn: tokensIn ?? estimateIn,
  tokensOut: tokensOut ?? tokensInText(reasoning + text),
  estimated: tokensIn === undefined || tokensOut === undefined,
});

const checkResponse = (
  { refusal, ...reply }: Omit<Reply, 'failedTries'> & Refusal,
  { messages }: ChatRequest,
  endpoint: string,
): void => {
  if (refusal !== undefined) throw new ChatFailure('refused', `${endpoint}: ${oneLine(refusal)}`);
  if (saysSomething(reply, messages)) return;
  // Another attempt would cost as much and end in the same way.
  if (reply.finish === 'length')
    throw new ChatFailure('empty', `${endpoint}: the limit of tokens was reached before the answer began`);
  throw new ApiFailure('empty', `${endpoint} answered with an empty text`);
};

/** Reasoning alone is something; so is nothing, where a stop text came first or a text may have been at its end. */
export const saysSomething = (
  { text, reasoning, stoppedAt }: Pick<Reply, 'text' | 'reasoning' | 'stoppedAt'>,
  messages: ChatRequest['messages'],
): boolean => text.trim() !== '' || Boolean(reasoning) || stoppedAt !== undefined || continues(messages);

const LONGEST_REASON = 200;

const oneLine = (text: string): string => shortened(text.replace(/[\s\p{C}]+/gu, ' ').trim(), LONGEST_REASON);

/** What is thrown in the end: a failure of this call, or an error that ends the work. */
const failureOf = (
  error: unknown,
  client: Client,
  { messages }: ChatRequest,
  failedTries: TokenCounts,
): unknown => {
  const { undone } = client.memory;
  if (error instanceof ChatFailure) {
    // What the model or its filter declines says nothing about the next call.
    undone.clear();
    return new ChatFailure(error.kind, error.message, failedTries);
  }
  if (!(error instanceof ApiFailure)) return error;
  const { kind, message, details } = error;
  const end = endOfWork(error, client);
  if (end) return end;
  if (kind === 'empty' || details.tooLong !== undefined || FILTERED.test(message)) undone.clear();
  else countUndone(JSON.stringify(messages), message, client);
  const failed = details.tooLong === undefined ? (kind as ChatFailureKind) : 'too-long';
  return new ChatFailure(failed, message, failedTries);
};

/** Azure's and Anthropic's words when they refuse the prompt itself, with 400. */
const FILTERED = /content.(filter|management)/i;
