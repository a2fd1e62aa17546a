import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { LIMITS } from '../../core/index.js';
import { type Environment, proxyAgent, type RetryPolicy, userAgent } from '../node/index.js';
import { HubFailure, networkFailure, statusFailure } from './hub-failure.js';
import { type Answer, type HubRequest, hubRequest } from './hub-request.js';
import { hubEndpoint, hubToken, silenceMs, type Token } from './settings.js';

/** A way to one hub for one user. */
export interface Connection {
  readonly endpoint: string;
  readonly token: Token | undefined;
  readonly retryPolicy: RetryPolicy;
  /** The longest time without a byte. */
  readonly silenceMs: number;
  /**
   * One request, with its redirects. An answer that is not 2xx is a `HubFailure`, but for 416 to a request with a
   * range. The token goes to the hub's own origin only. A hub of the internet leads to no address of this machine or of the
   * networks around it.
   */
  send(
    address: string,
    request: HubRequest,
    signal: AbortSignal,
  ): Promise<Answer & { readonly origin: string }>;
  close(): Promise<void>;
}

export const connect = async (env: Environment, retryPolicy: RetryPolicy): Promise<Connection> => {
  const endpoint = hubEndpoint(env);
  const token = await hubToken(env);
  const silence = silenceMs(env);
  const { origin, hostname: own } = new URL(endpoint);
  // A hub that is itself around here may send to others that are.
  let isInside = isInner(own);
  const outside: LookupFunction = (host, options, found) =>
    lookup(host, options, (error, address, family) => {
      // A name that nobody knows has no address.
      const inner =
        !error && [address].flat().some((each) => isInner(typeof each === 'string' ? each : each.address));
      if (inner && host === own) isInside = true;
      found(inner && !isInside ? leadsInside(host) : error, address, family);
    });
  const dispatcher = await proxyAgent(env, {
    headersTimeout: silence,
    bodyTimeout: silence,
    connect: { timeout: silence, lookup: outside },
  });
  const agent = userAgent();

  const sendOnce = async (url: URL, request: HubRequest, signal: AbortSignal): Promise<Answer> => {
    const headers = {
      ...request.headers,
      'user-agent': agent,
      ...(token && url.origin === origin && { authorization: `Bearer ${token.value}` }),
    };
    if (!isInside && isInner(url.hostname)) throw leadsInside(url.host);
    return hubRequest(dispatcher, url, { ...request, headers }, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      if (error instanceof HubFailure) throw error;
      throw networkFailure(error, url.origin);
    });
  };

  const send: Connection['send'] = async (address, request, signal) => {
    let url = new URL(address);
    let asked = request;
    for (let hop = 0; hop <= LIMITS.redirects.most; hop++) {
      const answer = await sendOnce(url, asked, signal);
      const { status } = answer;
      const partly = status === 416 && request.headers?.range !== undefined;
      if ((status >= 200 && status < 300) || partly) return { ...answer, origin: url.origin };
      answer.discard();
      const location = answer.header('location');
      if (!REDIRECTS.has(status) || !location)
        throw statusFailure(answer, url, { own: url.origin === origin, token, now: retryPolicy.date() });
      url = redirected(url, location);
      if (status < 307) asked = { headers: request.headers ?? {} };
    }
    throw new HubFailure('unusable', `${origin} redirects without end`);
  };

  return { endpoint, token, retryPolicy, silenceMs: silence, send, close: () => dispatcher.destroy() };
};

/** Of these, 307 and 308 keep the method and the body. */
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

const redirected = (from: URL, location: string): URL => {
  const to = URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  if (from.protocol === 'https:' && to?.protocol === 'http:')
    throw new HubFailure('unusable', `${from.origin} redirects to ${to.origin}, without encryption`);
  if (to && /^https?:$/.test(to.protocol) && !to.username && !to.password) return to;
  throw new HubFailure('unusable', `${from.origin} redirects to something that is not a web address`);
};

/** Where a machine reaches itself, its neighbours and the service that hands out its credentials (169.254.169.254). */
const INNER = new BlockList();
const NETS =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.168.0.0/16 ::/127 fc00::/7 fe80::/10';
for (const [net = '', bits] of NETS.split(' ').map((each) => each.split('/')))
  INNER.addSubnet(net, Number(bits), net.includes(':') ? 'ipv6' : 'ipv4');

const isInner = (host: string): boolean => {
  const address = host.replace(/^\[|\]$/g, '');
  const version = isIP(address);
  return version === 0
    ? /(^|\.)localhost\.?$/.test(address)
    : INNER.check(address, version === 6 ? 'ipv6' : 'ipv4');
};

const leadsInside = (host: string): HubFailure =>
  new HubFailure(
    'unusable',
    `the hub redirects to ${host}, an address of this machine or the networks around it`,
  );
