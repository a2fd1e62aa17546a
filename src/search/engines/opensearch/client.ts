import { randomUUID } from 'node:crypto';
import { isJsonObject, type JsonObject, own, type Tools, WorkError } from '../../../core/index.js';
import {
  type Environment,
  networkReason,
  openRestClient,
  type RestClient,
  type RestRequest,
  type RetryPolicy,
  realAlarm,
  retryAfterMs,
  systemTime,
  timeLimit,
  withRetry,
} from '../../../platform/node/index.js';
import { Refused } from '../refused.js';
import { reasonOf, TryAgain } from './answers.js';
import type { Access } from './credentials.js';
import { hasTask, unlessRunning } from './running.js';

/** A request to the cluster, whichever node gets it. */
export interface ClusterRequest {
  readonly method?: RestRequest['method'];
  readonly path: string;
  readonly body?: JsonObject | readonly JsonObject[] | string;
  /** It may take longer than an answer usually may: it is waited for as long as the cluster says that it works on it. */
  readonly long?: boolean;
}

/** What a cluster answered: a status that is no failure of the way there, and its JSON. */
export interface Answer {
  readonly status: number;
  readonly json: JsonObject;
}

/** Talks to a cluster: each request to one of its nodes, and to the next where that one fails. */
export interface Client {
  readonly addresses: readonly string[];
  /**
   * Asks until `read` can make something of the answer. It throws `TryAgain` for an answer that may be better next time, and
   * anything else for one that will not. `tries`: how often at most, where that is fewer than usual.
   */
  ask<T>(asked: ClusterRequest, read: (answer: Answer) => T, tools: Talking, tries?: number): Promise<T>;
  readonly retries: number;
  close(): Promise<void>;
}

export type Talking = Pick<Tools, 'note' | 'signal'>;

export interface ClientOptions {
  readonly tries?: number;
  /** How and how often a request is tried; tests set the clock. */
  readonly policy?: RetryPolicy;
  readonly timeoutSeconds?: number;
}

/** With waits of up to 30 s in between, a cluster has about two minutes to come back. */
const TRIES = 9;
const LONGEST_ASKED_WAIT_MS = 120_000;
const TIMEOUT_SECONDS = 120;
const TASKS_TIMEOUT_MS = 10_000;
/** How long a node that failed is passed over while others answer. */
const PASSED_OVER_MS = 15_000;

export const openClient = async (
  { addresses, headers, credentials, ca }: Access,
  env: Environment,
  { tries = TRIES, policy = { ...systemTime, tries }, timeoutSeconds = TIMEOUT_SECONDS }: ClientOptions = {},
): Promise<Client> => {
  const http = await openRestClient(env, ca === undefined ? {} : { ca });
  const nodes = nodesInTurn(addresses, policy.date);
  let retries = 0;
  /** Asks for the task of a request, a node that need not be the one that works on it. */
  const runningAt = (next: () => string, note: (line: string) => void) => async (name: string) => {
    const { body } = await http.send({
      method: 'GET',
      url: `${next()}/_tasks?actions=indices:*`,
      headers,
      signal: AbortSignal.timeout(TASKS_TIMEOUT_MS),
    });
    const runs = hasTask(parsed(body), name);
    if (runs) note(`opensearch: no answer within ${timeoutSeconds} s; the cluster still works on it`);
    return runs;
  };
  return {
    addresses,
    get retries() {
      return retries;
    },
    ask: (asked, read, { note, signal }, tries = policy.tries) => {
      let failures = 0;
      /** What the cluster said last: it tells more than a node that says nothing. */
      let said: TryAgain | undefined;
      return withRetry(
        async () => {
          const node = nodes.next();
          try {
            const answer = await exchange(http, {
              ...asked,
              node,
              headers,
              signal,
              timeoutMs: timeoutSeconds * 1000,
              ...(asked.long && { isRunning: runningAt(nodes.next, note) }),
            });
            const result = read(answerOf(answer, node, policy.date(), credentials));
            nodes.answered(node);
            return result;
          } catch (error) {
            if (error instanceof TryAgain) nodes.failed(node);
            throw error;
          }
        },
        {
          policy: { ...policy, tries: Math.min(tries, policy.tries) },
          signal,
          note: (line) => note(`opensearch: ${line}`),
          longestAskedMs: LONGEST_ASKED_WAIT_MS,
          retryable: (error) => {
            if (!(error instanceof TryAgain)) return undefined;
            retries += 1;
            failures += 1;
            if (!error.unreached) said = error;
            // Another node may answer at once; a wait begins when all of them have failed.
            const others = error.ofNode && failures < addresses.length;
            return { waitMs: error.waitMs ?? (others ? 0 : undefined) };
          },
        },
      ).catch((error: unknown) => {
        throw error instanceof TryAgain ? gaveUp(error.unreached && said ? said : error, addresses) : error;
      });
    },
    close: () => http.close(),
  };
};

interface Exchange extends ClusterRequest {
  readonly node: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly isRunning?: (name: string) => Promise<boolean>;
}

const exchange = async (
  http: RestClient,
  { method = 'GET', path, body, node, headers, signal, timeoutMs, isRunning }: Exchange,
) => {
  const name = `r2med-${randomUUID()}`;
  const alarm = isRunning ? unlessRunning(() => isRunning(name)) : realAlarm;
  const limit = timeLimit(signal, timeoutMs, alarm);
  const lines = Array.isArray(body) ? body.map((line) => `${JSON.stringify(line)}\n`).join('') : undefined;
  const text = lines ?? (typeof body === 'string' ? body : body && JSON.stringify(body));
  const isLines = lines !== undefined || typeof body === 'string';
  const type = isLines ? 'application/x-ndjson' : 'application/json';
  try {
    return await http.send({
      method,
      url: `${node}${path}`,
      headers: { ...(text !== undefined && { 'content-type': type }), 'x-opaque-id': name, ...headers },
      ...(text !== undefined && { body: text }),
      signal: limit.signal,
    });
  } catch (error) {
    signal.throwIfAborted();
    const { code, reason, transient } = networkReason(error);
    if (transient) throw new TryAgain(`${node}: ${reason}`, { ofNode: true, unreached: true });
    throw new WorkError(`${node}: ${reason}`, own(TLS_FIXES, code) ?? UNKNOWN_AUTHORITY, { cause: error });
  } finally {
    limit.done();
  }
};

/** What to do about a certificate that is not accepted; most are signed by an authority that this machine does not know. */
const UNKNOWN_AUTHORITY =
  'for a certificate of your own, set OPENSEARCH_CA_FILE to the file of the authority that signed it';
const TLS_FIXES: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'renew the certificate of the node; if it is still valid, set the clock of this machine',
  ERR_TLS_CERT_ALTNAME_INVALID: 'write an address with a host name that the certificate has',
  ERR_SSL_WRONG_VERSION_NUMBER: 'write http:// in the address, or give the cluster a certificate',
};

/** Statuses after which another node, or the same one later, may answer. */
const PASSING = new Set([408, 429, 500, 502, 503, 504]);

const answerOf = (
  { status, header, body }: Awaited<ReturnType<RestClient['send']>>,
  node: string,
  now: number,
  credentials: Access['credentials'],
): Answer => {
  const json = parsed(body);
  if (status === 401 || (status === 403 && !isBlock(json))) {
    const refused = credentials
      ? `the cluster does not accept ${credentials}`
      : 'the cluster wants to know who asks';
    throw new WorkError(
      `${node}: HTTP ${status}, ${status === 401 ? refused : 'not allowed'}${json ? `: ${reasonOf(json)}` : ''}`,
      status === 401 && credentials
        ? `check ${credentials}: nothing was sent a second time`
        : 'set OPENSEARCH_USER and OPENSEARCH_PASSWORD, or OPENSEARCH_API_KEY, to an account that may read and write indexes named r2med-*',
    );
  }
  // The wait for a health ends with 408, with the health there is.
  if (status === 408 && json?.timed_out === true) return { status, json };
  if (PASSING.has(status))
    throw new TryAgain(`${node}: HTTP ${status}${json ? `, ${reasonOf(json)}` : ''}`, {
      ofNode: status !== 429,
      waitMs: retryAfterMs(header('retry-after'), now),
    });
  if (!json) {
    const found = `${node}: HTTP ${status} with an answer that is not JSON`;
    if (status < 300) throw new TryAgain(found, { ofNode: true });
    throw new Refused(found);
  }
  return { status, json };
};

const parsed = (body: string): JsonObject | undefined => {
  try {
    const json: unknown = JSON.parse(body || '{}');
    return isJsonObject(json) ? json : undefined;
  } catch {
    return undefined;
  }
};

/** Closed for a reason of the cluster, such as a full disk; an account has no part in it. */
const isBlock = (json: JsonObject | undefined): boolean => reasonOf(json).includes('block_exception');

const gaveUp = (error: TryAgain, addresses: readonly string[]): WorkError =>
  new WorkError(
    `the cluster gave no whole answer: ${error.message}`,
    `check the nodes (${addresses.join(', ')})${error.message.includes('in time') ? ', allow more time (--engine-timeout),' : ''} and run the same command again: what was loaded stays`,
    { cause: error },
  );

/** Addresses one after the other, so that all nodes share the work; one that failed is passed over for a while. */
const nodesInTurn = (addresses: readonly string[], now: () => number) => {
  const downUntil = new Map<string, number>();
  let at = 0;
  return {
    next: (): string => {
      for (let tried = 0; tried < addresses.length; tried++) {
        const node = addresses[at++ % addresses.length]!;
        if ((downUntil.get(node) ?? 0) <= now()) return node;
      }
      return addresses[at++ % addresses.length]!;
    },
    failed: (node: string): void => {
      downUntil.set(node, now() + PASSED_OVER_MS);
    },
    answered: (node: string): void => {
      downUntil.delete(node);
    },
  };
};

export const understood = ({ status, json }: Answer): JsonObject => {
  if (status !== 200) throw new Refused(`the cluster refused a question: HTTP ${status}, ${reasonOf(json)}`);
  return json;
};
