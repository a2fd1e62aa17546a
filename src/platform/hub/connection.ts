import { type Environment, proxyAgent, type RetryPolicy, userAgent } from '../node/index.js';
import { HubFailure, networkFailure, statusFailure } from './hub-failure.js';
import { type Answer, type HubRequest, hubRequest } from './hub-request.js';
import { hubEndpoint, hubToken, silenceMs, type Token } from './settings.js';

/** A way to one hub for one user. */
export interface Connection {
  readonly endpoint: string;
  readonly token: Token | undefined;
  readonly retryPolicy: RetryPolicy;
  /**
   * One request, with its redirects. An answer that is not 2xx is a `HubFailure`, but for 416 to a request with a
   * range. The token goes to the hub's own origin only.
   */
  send(
    address: string,
    request: HubRequest,
    signal: AbortSignal,
  ): Promise<Answer & { readonly origin: string }>;
  close(): Promise<void>;
}

/** As many as browsers follow. */
const MOST_REDIRECTS = 20;

export const connect = async (env: Environment, retryPolicy: RetryPolicy): Promise<Connection> => {
  const endpoint = hubEndpoint(env);
  const token = await hubToken(env);
  const silence = silenceMs(env);
  const dispatcher = await proxyAgent(env, {
    headersTimeout: silence,
    bodyTimeout: silence,
    connect: { timeout: silence },
  });
  const { origin } = new URL(endpoint);
  const agent = userAgent();

  const sendOnce = async (url: URL, request: HubRequest, signal: AbortSignal): Promise<Answer> => {
    const headers = {
      ...request.headers,
      'user-agent': agent,
      ...(token && url.origin === origin && { authorization: `Bearer ${token.value}` }),
    };
    return hubRequest(dispatcher, url, { ...request, headers }, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      throw networkFailure(error, url.origin);
    });
  };

  const send: Connection['send'] = async (address, request, signal) => {
    let url = new URL(address);
    let asked = request;
    for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
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

  return { endpoint, token, retryPolicy, send, close: () => dispatcher.destroy() };
};

/** Of these, 307 and 308 keep the method and the body. */
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

const redirected = (from: URL, location: string): URL => {
  const to = URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  if (to && /^https?:$/.test(to.protocol) && !to.username && !to.password) return to;
  throw new HubFailure('unusable', `${from.origin} redirects to something that is not a web address`);
};
