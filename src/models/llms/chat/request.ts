import { type Json, type JsonObject, LIMITS, own } from '../../../core/index.js';
import {
  ApiFailure,
  type ApiKey,
  type Client,
  exchange,
  InvalidResponse,
  parsedJson,
  type Response,
  reasonOf,
} from '../../../platform/api-client/index.js';
import { serverSentEvents } from '../../../platform/node/index.js';
import type { Dialect, ParsedResponse } from './dialects/index.js';

export interface ChatService {
  readonly dialect: Dialect;
  readonly model: string;
  readonly stream: boolean;
  /** The most new tokens, where a request says so. */
  readonly maxTokens?: number | undefined;
}

interface ChatResponse {
  /** In the service's own form, as if it had not been streamed. */
  readonly raw: Json;
  readonly reading: ParsedResponse;
}

/** One request to one endpoint. Whatever is wrong with it or its response is an `ApiFailure`. */
export const chatRequest = (
  connection: Client['connection'],
  { dialect, model, stream, maxTokens }: ChatService,
  endpoint: string,
  body: JsonObject,
  signal: AbortSignal,
): Promise<ChatResponse> =>
  exchange(
    connection,
    endpoint,
    { url: endpoint + dialect.path(model, stream), headers: dialect.headers, body },
    async (response) => {
      const raw = withoutKey(await wholeResponse(dialect, response, maxTokens), connection.key);
      try {
        return { raw, reading: dialect.read(raw) };
      } catch (error) {
        if (!(error instanceof InvalidResponse)) throw error;
        throw new InvalidResponse(error.message, dialect.used(raw));
      }
    },
    signal,
  );

/** What events put around a token, with the twenty likeliest others; and far more than a head takes. Without a limit of tokens: 384,000 of them in events of 350 bytes. */
const bytesFor = (maxTokens: number | undefined): number =>
  Math.min(LIMITS.chatAnswer.most, (1 << 20) + (maxTokens ?? Number.POSITIVE_INFINITY) * 4096);

/** Tokens are a few characters long; a server that ignores a small limit may still come to an end by itself. */
const charactersFor = (maxTokens = Number.POSITIVE_INFINITY): number => 65_536 + maxTokens * 64;

const wholeResponse = async (
  dialect: Dialect,
  response: Response,
  maxTokens: number | undefined,
): Promise<Json> => {
  response.renew();
  const chunks = limited(response, bytesFor(maxTokens));
  if (/event-stream/.test(response.header('content-type') ?? ''))
    return assembled(dialect, response, chunks, maxTokens);
  const text = await textIn(chunks);
  const reason = reasonOf(text, response.redact);
  return reported(response, parsedJson(text, `something that is not JSON${reason && `: ${reason}`}`) as Json);
};

/** Some services report errors with status 200, or in the midst of a stream. */
const reported = (response: Response, json: Json): Json => {
  const status = reportedStatus(json);
  if (status !== undefined) throw response.failure(status, JSON.stringify(json));
  return json;
};

/** A stream that breaks off after the answer has ended loses nothing but its count of tokens. */
const assembled = async (
  dialect: Dialect,
  response: Response,
  chunks: AsyncIterable<Uint8Array>,
  maxTokens: number | undefined,
): Promise<Json> => {
  const assembly = dialect.assemble();
  let characters = 0;
  try {
    for await (const { data } of serverSentEvents(chunks)) {
      // OpenAI's last word; some servers hold the connection open after it.
      if (data.trim() === '[DONE]') {
        assembly.end();
        response.enough();
        break;
      }
      characters += assembly.add(reported(response, parsedJson(data, 'an event that is not JSON') as Json));
      if (characters > charactersFor(maxTokens))
        throw endless(`${characters} characters, where at most ${maxTokens} tokens were asked for`);
    }
  } catch (error) {
    if (!assembly.isWhole() || error instanceof ApiFailure) throw error;
  }
  if (!assembly.isWhole())
    throw new InvalidResponse('a stream that ended before the answer did', undefined, 'cut');
  return assembly.answer();
};

/** Whatever comes, comments too, is a sign of life; only so many bytes are read. */
async function* limited({ chunks, renew }: Response, mostBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    renew();
    bytes += chunk.length;
    if (bytes > mostBytes) throw endless(`more than ${mostBytes} bytes`);
    yield chunk;
  }
}

const textIn = async (chunks: AsyncIterable<Uint8Array>): Promise<string> => {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of chunks) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
};

const endless = (found: string): InvalidResponse =>
  new InvalidResponse(`${found}, and no end of it: see why the server goes on`, undefined, 'endless');

/** Keys of services are longer than any word; what represents a key at a server of one's own may be one. */
const SHORTEST_SECRET = 16;

/** Responses are cached, so that a gateway that repeats what it was sent must not put the key among them. */
const withoutKey = (answer: Json, key: ApiKey | undefined): Json => {
  if (!key || key.value.length < SHORTEST_SECRET) return answer;
  const text = JSON.stringify(answer);
  const written = JSON.stringify(key.value).slice(1, -1);
  return text.includes(written) ? (JSON.parse(text.replaceAll(written, '…')) as Json) : answer;
};

/** Anthropic's types of errors, and those of OpenAI that say more than "it failed", as the status they come with. */
const STATUS: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  BadRequestError: 400,
  context_length_exceeded: 400,
  authentication_error: 401,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  rate_limit_exceeded: 429,
  insufficient_quota: 429,
  overloaded_error: 529,
};

/**
 * The status that an error would have had, had it not come with 200 or in the midst of a stream; undefined when this is
 * no error. Some services give a number for a code, others a word, Ollama a sentence alone.
 */
export const reportedStatus = (answer: Json): number | undefined => {
  const fields = asObject(answer);
  const error = fields?.error ?? (fields?.object === 'error' ? fields : undefined);
  if (error === undefined || error === null || error === '') return undefined;
  const { code, type } = asObject(error) ?? {};
  if (isStatus(code)) return code;
  for (const word of [code, type]) {
    const status = typeof word === 'string' ? own(STATUS, word) : undefined;
    if (status !== undefined) return status;
  }
  return 500;
};

const isStatus = (code: Json | undefined): code is number =>
  typeof code === 'number' && code >= 400 && code <= 599;

const asObject = (value: Json): JsonObject | undefined =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as JsonObject) : undefined;
