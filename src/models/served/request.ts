import type { Poster } from '../../machine/index.js';
import type { Role } from '../embedder.js';
import type { Clock } from './clock.js';
import type { Dialect, Reading } from './dialects/index.js';
import { ServedFailure, UnusableAnswer } from './failure.js';
import { networkFailure, statusFailure } from './http-failures.js';
import { type ApiKey, scrubber } from './keys.js';
import { reasonOf } from './reason.js';

export interface Service {
  readonly dialect: Dialect;
  readonly model: string;
  readonly dimensions: number | undefined;
  readonly tellRole: boolean;
  readonly serverCuts: boolean;
  readonly key: ApiKey | undefined;
  /** Whether this endpoint is sent the key. */
  trusts(endpoint: string): boolean;
  readonly poster: Poster;
  readonly timeoutMs: number;
  readonly clock: Clock;
}

/** One request to one endpoint. Whatever is wrong with it or its answer is a `ServedFailure`. */
export const request = async (
  service: Service,
  endpoint: string,
  texts: readonly string[],
  role: Role,
  signal: AbortSignal,
): Promise<Reading> => {
  const { dialect, model, dimensions, tellRole, serverCuts, poster, clock, timeoutMs } = service;
  const key = service.trusts(endpoint) ? service.key : undefined;
  const scrub = scrubber(service.key);
  const body = JSON.stringify(dialect.body({ model, texts, role, dimensions, tellRole, serverCuts }));
  const late = new AbortController();
  const abort = (): void => late.abort(signal.reason);
  signal.throwIfAborted();
  signal.addEventListener('abort', abort, { once: true });
  const cancel = clock.alarm(timeoutMs, () => late.abort(LATE));
  try {
    const headers = key ? dialect.headers(key.value) : {};
    const answer = await poster
      .post(endpoint + dialect.path(model), headers, body, late.signal)
      .catch((error: unknown) => {
        signal.throwIfAborted();
        if (late.signal.aborted)
          throw new ServedFailure('silent', `${endpoint}: no answer within ${timeoutMs / 1000} s`);
        throw networkFailure(error, endpoint);
      });
    if (answer.status < 200 || answer.status > 299)
      throw statusFailure(answer, {
        endpoint,
        key,
        keyVariables: dialect.keyVariables,
        keyHeldBack: service.key !== undefined && key === undefined,
        now: clock.date(),
        scrub,
      });
    try {
      return dialect.read(parsed(answer.body), texts.length);
    } catch (error) {
      if (!(error instanceof UnusableAnswer)) throw error;
      // Some servers report errors with status 200; an answer with vectors in it is longer, and says nothing else.
      const reason = answer.body.length < LONGEST_REPORT ? reasonOf(answer.body, scrub) : '';
      throw new ServedFailure(
        'unusable',
        `${endpoint} answered with ${error.message}${reason && `: ${reason}`}`,
      );
    }
  } finally {
    cancel();
    signal.removeEventListener('abort', abort);
  }
};

const LATE = new Error('no answer in time');

const LONGEST_REPORT = 2000;

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    throw new UnusableAnswer('something that is not JSON');
  }
};
