import {
  ApiFailure,
  type ApiKey,
  type Clock,
  InvalidResponse,
  networkFailure,
  reasonOf,
  redactKeys,
  statusFailure,
} from '../../api-client/index.js';
import type { Json, JsonObject } from '../../core/index.js';
import {
  type HttpClient,
  type HttpStream,
  serverSentEvents,
  type TimeLimit,
  timeLimit,
} from '../../node/index.js';
import type { Dialect, ParsedResponse } from './dialects/index.js';
import { reportedStatus } from './reported-error.js';

export interface Service {
  readonly dialect: Dialect;
  readonly model: string;
  readonly stream: boolean;
  readonly keyVariables: readonly string[];
  readonly homeVariable: string | undefined;
  readonly key: ApiKey | undefined;
  /** Whether this endpoint is sent the key. */
  trusts(endpoint: string): boolean;
  readonly poster: HttpClient;
  readonly timeoutMs: number;
  readonly clock: Clock;
}

/** What has come of an answer, for those who pay for it when it breaks off. */
export interface Heard {
  /** Of the stream: about one a token. */
  events: number;
}

export interface Answer {
  /** In the service's own form, as if it had not been streamed. */
  readonly raw: Json;
  readonly reading: ParsedResponse;
}

/** One request to one endpoint. Whatever is wrong with it or its answer is an `ApiFailure`. */
export const request = async (
  service: Service,
  endpoint: string,
  body: JsonObject,
  heard: Heard,
  signal: AbortSignal,
): Promise<Answer> => {
  const { dialect, model, stream, poster, clock, timeoutMs } = service;
  const key = service.trusts(endpoint) ? service.key : undefined;
  const scrub = redactKeys(service.key);
  const limit = timeLimit(signal, timeoutMs, clock.alarm);
  const failed = (status: number, said: string, header: HttpStream['header']): ApiFailure =>
    statusFailure(
      { status, header, body: said },
      {
        endpoint,
        key,
        keyVariables: service.keyVariables,
        homeVariable: service.homeVariable,
        keyHeldBack: service.key !== undefined && key === undefined,
        now: clock.date(),
        scrub,
      },
    );

  const answered = async (): Promise<Json> => {
    const url = endpoint + dialect.path(model, stream);
    const answer = await poster.stream(url, dialect.headers(key?.value), JSON.stringify(body), limit.signal);
    limit.renew();
    if (answer.status < 200 || answer.status > 299)
      throw failed(answer.status, await answer.text(), answer.header);
    const reported = (json: Json): Json => {
      const status = reportedStatus(json);
      if (status !== undefined) throw failed(status, JSON.stringify(json), answer.header);
      return json;
    };
    const streamed = /event-stream/.test(answer.header('content-type') ?? '');
    if (streamed) return assembled(dialect, answer, limit, heard, reported);
    const text = await answer.text();
    return reported(parsed(text, `something that is not JSON${saidIn(text, scrub)}`));
  };

  const read = (raw: Json): ParsedResponse => {
    try {
      return dialect.read(raw);
    } catch (error) {
      if (!(error instanceof InvalidResponse)) throw error;
      throw new ApiFailure('unusable', `${endpoint} answered with ${error.message}`, {
        used: dialect.used(raw),
      });
    }
  };

  try {
    const raw = withoutKey(await answered(), service.key);
    return { raw, reading: read(raw) };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ApiFailure) throw error;
    if (error instanceof InvalidResponse)
      throw new ApiFailure('unusable', `${endpoint} answered with ${error.message}`);
    if (limit.signal.aborted)
      throw new ApiFailure(
        'silent',
        `${endpoint}: ${heard.events ? 'nothing more' : 'no answer'} within ${timeoutMs / 1000} s`,
      );
    throw networkFailure(error, endpoint);
  } finally {
    limit.done();
  }
};

/** A stream that breaks off after the answer has ended loses nothing but its count of tokens. */
const assembled = async (
  dialect: Dialect,
  answer: HttpStream,
  limit: TimeLimit,
  heard: Heard,
  reported: (event: Json) => Json,
): Promise<Json> => {
  const assembly = dialect.assemble();
  try {
    for await (const { data } of serverSentEvents(renewing(answer.chunks, limit))) {
      // OpenAI's last word; some servers hold the connection open after it.
      if (data.trim() === '[DONE]') {
        assembly.end();
        break;
      }
      heard.events++;
      assembly.add(reported(parsed(data, 'an event that is not JSON')));
    }
  } catch (error) {
    if (!assembly.isWhole() || error instanceof ApiFailure) throw error;
  }
  if (!assembly.isWhole()) throw new InvalidResponse('a stream that ended before the answer did');
  return assembly.answer();
};

/** Whatever comes, comments too, is a sign of life. */
async function* renewing(chunks: AsyncIterable<Uint8Array>, limit: TimeLimit): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    limit.renew();
    yield chunk;
  }
}

const parsed = (text: string, otherwise: string): Json => {
  try {
    return JSON.parse(text) as Json;
  } catch {
    throw new InvalidResponse(otherwise);
  }
};

const saidIn = (text: string, scrub: (text: string) => string): string => {
  const reason = reasonOf(text, scrub);
  return reason && `: ${reason}`;
};

/** Keys of services are longer than any word; what represents a key at a server of one's own may be one. */
const SHORTEST_SECRET = 16;

/** Responses are cached, so that a gateway that repeats what it was sent must not put the key among them. */
const withoutKey = (answer: Json, key: ApiKey | undefined): Json => {
  if (!key || key.value.length < SHORTEST_SECRET) return answer;
  const text = JSON.stringify(answer);
  const written = JSON.stringify(key.value).slice(1, -1);
  return text.includes(written) ? (JSON.parse(text.replaceAll(written, '…')) as Json) : answer;
};
