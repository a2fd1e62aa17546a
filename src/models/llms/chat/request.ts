import { type Json, type JsonObject, own } from '../../../core/index.js';
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
}

interface ChatResponse {
  /** In the service's own form, as if it had not been streamed. */
  readonly raw: Json;
  readonly reading: ParsedResponse;
}

/** One request to one endpoint. Whatever is wrong with it or its response is an `ApiFailure`. */
export const chatRequest = (
  connection: Client['connection'],
  { dialect, model, stream }: ChatService,
  endpoint: string,
  body: JsonObject,
  signal: AbortSignal,
): Promise<ChatResponse> =>
  exchange(
    connection,
    endpoint,
    { url: endpoint + dialect.path(model, stream), headers: dialect.headers, body },
    async (response) => {
      const raw = withoutKey(await wholeResponse(dialect, response), connection.key);
      try {
        return { raw, reading: dialect.read(raw) };
      } catch (error) {
        if (!(error instanceof InvalidResponse)) throw error;
        throw new InvalidResponse(error.message, dialect.used(raw));
      }
    },
    signal,
  );

const wholeResponse = async (dialect: Dialect, response: Response): Promise<Json> => {
  response.renew();
  if (/event-stream/.test(response.header('content-type') ?? '')) return assembled(dialect, response);
  const text = await response.text();
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
const assembled = async (dialect: Dialect, response: Response): Promise<Json> => {
  const assembly = dialect.assemble();
  try {
    for await (const { data } of serverSentEvents(renewing(response))) {
      // OpenAI's last word; some servers hold the connection open after it.
      if (data.trim() === '[DONE]') {
        assembly.end();
        response.enough();
        break;
      }
      assembly.add(reported(response, parsedJson(data, 'an event that is not JSON') as Json));
    }
  } catch (error) {
    if (!assembly.isWhole() || error instanceof ApiFailure) throw error;
  }
  if (!assembly.isWhole())
    throw new InvalidResponse('a stream that ended before the answer did', undefined, true);
  return assembly.answer();
};

/** Whatever comes, comments too, is a sign of life. */
async function* renewing({ chunks, renew }: Response): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    renew();
    yield chunk;
  }
}

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
  return own(STATUS, String(code)) ?? own(STATUS, String(type)) ?? 500;
};

const isStatus = (code: Json | undefined): code is number =>
  typeof code === 'number' && code >= 400 && code <= 599;

const asObject = (value: Json): JsonObject | undefined =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as JsonObject) : undefined;
