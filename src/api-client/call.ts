import type { JsonObject } from '../core/index.js';
import { type Environment, type HttpClient, openHttpClient, timeLimit } from '../node/index.js';
import { type Clock, systemClock } from './clock.js';
import { ApiFailure, InvalidResponse } from './failure.js';
import { networkFailure, statusFailure } from './http-failures.js';
import { type ApiKey, redactKeys } from './keys.js';
import { reasonOf } from './reason.js';
import { type Home, type ResolvedEndpoint, resolveEndpoint } from './resolve-endpoint.js';
import { usedIn } from './used.js';

/** How a service is reached: where, with which key, with how much patience. */
export interface Connection extends ResolvedEndpoint, Pick<Home, 'keyVariables' | 'homeVariable'> {
  readonly key: ApiKey | undefined;
  readonly poster: HttpClient;
  readonly timeoutMs: number;
  readonly clock: Clock;
}

export interface Reach {
  /** Addresses that serve the same model and share the load; without them the service's own. */
  readonly endpoints?: readonly string[];
  /** For one request, from asking to the last byte of the answer. */
  readonly timeoutMs?: number;
  readonly clock?: Clock;
  readonly env?: Environment;
}

/** As OpenAI's own clients: a server without a GPU may well take minutes for a batch. */
const TIMEOUT_MS = 600_000;

/** What the free tier of the smallest service allows (Jina: 5), and enough to keep one server busy. */
export const CONCURRENCY_PER_ENDPOINT = 4;

/** Nothing is sent yet. */
export const connect = async (home: Home, reach: Reach): Promise<Connection> => {
  const { clock = systemClock, env = process.env, timeoutMs = TIMEOUT_MS } = reach;
  const place = resolveEndpoint(home, reach.endpoints, env);
  const { keyVariables, homeVariable } = home;
  return { ...place, keyVariables, homeVariable, poster: await openHttpClient(env), timeoutMs, clock };
};

/** One question, and how its answer is read. */
export interface Question<Reading> {
  readonly url: string;
  headers(key: string): Readonly<Record<string, string>>;
  readonly body: JsonObject;
  /** Throws `InvalidResponse` when the answer does not hold what was requested. */
  read(answer: unknown): Reading;
}

/** One request to one endpoint. Whatever is wrong with it or its answer is an `ApiFailure`. */
export const call = async <Reading>(
  connection: Connection,
  endpoint: string,
  { url, headers, body, read }: Question<Reading>,
  signal: AbortSignal,
): Promise<Reading> => {
  const { poster, clock, timeoutMs, keyVariables, homeVariable } = connection;
  const key = connection.trusts(endpoint) ? connection.key : undefined;
  const scrub = redactKeys(connection.key);
  const limit = timeLimit(signal, timeoutMs, clock.alarm);
  try {
    const answer = await poster
      .post(url, key ? headers(key.value) : {}, JSON.stringify(body), limit.signal)
      .catch((error: unknown) => {
        signal.throwIfAborted();
        if (limit.signal.aborted)
          throw new ApiFailure('silent', `${endpoint}: no answer within ${timeoutMs / 1000} s`);
        throw networkFailure(error, endpoint);
      });
    if (answer.status < 200 || answer.status > 299)
      throw statusFailure(answer, {
        endpoint,
        key,
        keyVariables,
        homeVariable,
        keyHeldBack: connection.key !== undefined && key === undefined,
        now: clock.date(),
        scrub,
      });
    let json: unknown;
    try {
      json = parsed(answer.body);
      return read(json);
    } catch (error) {
      if (!(error instanceof InvalidResponse)) throw error;
      // Some servers report errors with status 200; an answer with vectors in it is longer, and says nothing else.
      const reason = answer.body.length < LONGEST_REPORT ? reasonOf(answer.body, scrub) : '';
      throw new ApiFailure(
        'unusable',
        `${endpoint} answered with ${scrub(error.message)}${reason && `: ${reason}`}`,
        { used: usedIn(json) },
      );
    }
  } finally {
    limit.done();
  }
};

const LONGEST_REPORT = 2000;

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    throw new InvalidResponse('something that is not JSON');
  }
};
