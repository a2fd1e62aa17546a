import { z } from 'zod';
import { LIMITS, type Tools } from '../../core/index.js';
import {
  type Environment,
  type HttpClient,
  type HttpStream,
  openHttpClient,
  timeLimit,
} from '../node/index.js';
import type { BatchTransport } from './batch/batch-transport.js';
import { LeftBatch } from './batch/left-batch.js';

import { type Clock, systemClock } from './clock.js';
import { ApiFailure, InvalidResponse, type Used } from './failure.js';
import { networkFailure, reasonOf, statusFailure } from './http-failures.js';
import type { HttpRequest } from './http-request.js';
import { type Home, type ResolvedEndpoint, redactKeys, resolveEndpoint } from './resolve-endpoint.js';

/** How a service is reached: at which addresses, with which key, within which time. */
export interface Connection extends ResolvedEndpoint, Pick<Home, 'homeVariable'> {
  readonly http: HttpClient;
  /** Where requests go in batches. */
  readonly batch?: BatchTransport;
  readonly timeoutMs: number;
  readonly clock: Clock;
  /** Takes the key out of a text. */
  redact(text: string): string;
}

export interface Reach {
  /** Addresses that serve the same model and share the load; without them the service's own. */
  readonly endpoints?: readonly string[];
  /** For one request: to the last byte of the response, or, where it is streamed, between two pieces of it, and all of it within `LIMITS.pieces` times that. */
  readonly timeoutMs?: number;
  readonly clock?: Clock;
  readonly env?: Environment;
  /** Requests go in batches, which are remembered there. */
  readonly batchItems?: Tools['items'] | undefined;
}

/** As OpenAI's own clients: a server without a GPU may well take minutes for a batch. */
const TIMEOUT_MS = LIMITS.silence.most * 1000;

/** Nothing is sent yet. */
export const connect = async (home: Home, reach: Reach): Promise<Connection> => {
  const { clock = systemClock, env = process.env, timeoutMs = TIMEOUT_MS } = reach;
  const resolved = resolveEndpoint(home, reach.endpoints, env);
  const { homeVariable } = home;
  const redact = redactKeys(resolved.key);
  return {
    ...resolved,
    homeVariable,
    http: await openHttpClient(env, { anySize: reach.batchItems !== undefined }),
    timeoutMs,
    clock,
    redact,
  };
};

/** A response with a status of success, whose body is still to come. */
export interface Response extends HttpStream {
  /** Something came: the time limit begins again. Throws where all of it takes too long. */
  renew(): void;
  /** What an error means that came with a status of success. */
  failure(status: number, body: string): ApiFailure;
  /** Takes the key out of a text. */
  redact(text: string): string;
}

/**
 * One request to one endpoint, and its response as `read` reads it. Whatever is wrong with it is an `ApiFailure`; `read` throws
 * `InvalidResponse` when the response does not hold what was requested.
 */
export const exchange = async <Reading>(
  connection: Connection,
  endpoint: string,
  request: HttpRequest,
  read: (response: Response) => Promise<Reading>,
  signal: AbortSignal,
): Promise<Reading> => {
  const { batch, clock, timeoutMs, keyVariables, homeVariable, redact } = connection;
  const key = connection.trusts(endpoint) ? connection.key : undefined;
  // A batch takes hours, and its transport knows when to give up.
  const limit = timeLimit(signal, timeoutMs, batch ? () => () => {} : clock.alarm);
  let begun = false;
  const sent = clock.date();
  try {
    const response = await (batch
      ? batch.send(request, endpoint, signal)
      : sendNow(connection, request, key?.value, limit.signal));
    const { status, header } = response;
    const failure = (failed: number, text: string): ApiFailure =>
      statusFailure(
        { status: failed, header, body: text },
        {
          endpoint,
          key,
          keyVariables,
          homeVariable,
          keyHeldBack: connection.key !== undefined && key === undefined,
          now: clock.date(),
          redact,
        },
      );
    if (status < 200 || status > 299) throw failure(status, await response.text());
    const renew = (): void => {
      begun = true;
      if (!batch) mustEnd(clock.date() - sent, timeoutMs);
      limit.renew();
    };
    return await read({ ...response, renew, failure, redact });
  } catch (error) {
    if (error instanceof LeftBatch) throw error;
    signal.throwIfAborted();
    if (error instanceof ApiFailure) throw error;
    if (error instanceof InvalidResponse)
      throw new ApiFailure(
        error.extent === 'cut' ? 'silent' : 'unusable',
        `${endpoint} answered with ${redact(error.message)}`,
        { used: error.used, final: error.extent === 'endless' },
      );
    if (limit.signal.aborted)
      throw new ApiFailure(
        'silent',
        `${endpoint}: ${begun ? 'nothing more' : 'no answer'} within ${timeoutMs / 1000} s`,
      );
    // Batches have their own requests: what else fails is of this machine, and asked again it would be paid for twice.
    throw batch ? error : networkFailure(error, endpoint);
  } finally {
    limit.done();
  }
};

/** Each piece is a sign of life; an answer that only gives signs of life is none. */
const mustEnd = (took: number, timeoutMs: number): void => {
  const most = timeoutMs * LIMITS.pieces.most;
  if (took > most)
    throw new InvalidResponse(
      `pieces for more than ${most / 1000} s, and no end of it: see why the server goes on, or allow more by --timeout, of which this is ${LIMITS.pieces.most} times`,
      undefined,
      'endless',
    );
};

const sendNow = (
  { http }: Connection,
  { url, headers, body, text = body && JSON.stringify(body) }: HttpRequest,
  key: string | undefined,
  signal: AbortSignal,
): Promise<HttpStream> => http.stream(url, headers(key), text, signal);

/** One request whose response is JSON in one piece. */
export const call = <Reading>(
  connection: Connection,
  endpoint: string,
  request: HttpRequest & { read(answer: unknown): Reading },
  signal: AbortSignal,
): Promise<Reading> =>
  exchange(
    connection,
    endpoint,
    request,
    async (response) => {
      const text = await response.text();
      let json: unknown;
      try {
        json = parsedJson(text, 'something that is not JSON');
        return request.read(json);
      } catch (error) {
        if (!(error instanceof InvalidResponse)) throw error;
        // Some servers report errors with status 200; an answer with vectors in it is longer, and says nothing else.
        const reason = text.length < LONGEST_REPORT ? reasonOf(text, response.redact) : '';
        throw new InvalidResponse(`${error.message}${reason && `: ${reason}`}`, usedIn(json));
      }
    },
    signal,
  );

const LONGEST_REPORT = 2000;

export const parsedJson = (text: string, otherwise: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidResponse(otherwise, undefined, /^\s*([{[]|$)/.test(text) ? 'cut' : undefined);
  }
};

/** What a schema finds in an answer; else the error says `otherwise`, and what has another type than it should. */
export const readAs = <T>(schema: z.ZodType<T>, answer: unknown, otherwise: string): T => {
  const { success, data, error } = schema.safeParse(answer);
  if (success) return data;
  const { path, message } = error.issues[0]!;
  const isThere = path.length > 0 && !message.endsWith('received undefined');
  const found = `${path.map(String).join('.')}: ${message.replace(/^Invalid input: /, '')}`;
  throw new InvalidResponse(isThere ? `${otherwise} (${found})` : otherwise);
};

const Count = z.number().nonnegative().optional().catch(undefined);

/** Where services that embed and score say what they counted: OpenAI and those after it, Cohere, Gemini. */
const Counted = z.object({
  usage: z.object({ total_tokens: Count, prompt_tokens: Count }).optional().catch(undefined),
  meta: z
    .object({ billed_units: z.object({ total_tokens: Count, input_tokens: Count, search_units: Count }) })
    .optional()
    .catch(undefined),
  usageMetadata: z.object({ promptTokenCount: Count }).optional().catch(undefined),
});

/** What an answer says that it took, whatever else is in it. */
export const usedIn = (answer: unknown): Used => {
  const { usage, meta, usageMetadata } = Counted.safeParse(answer).data ?? {};
  const billed = meta?.billed_units;
  return {
    tokensIn:
      billed?.total_tokens ??
      billed?.input_tokens ??
      usage?.total_tokens ??
      usage?.prompt_tokens ??
      usageMetadata?.promptTokenCount,
    searches: billed?.search_units,
  };
};
