import type { Dispatcher, EnvHttpProxyAgent } from 'undici';
import { defined, LIMITS } from '../../../core/index.js';
import { packageVersion } from '../package-data.js';
import { type Environment, proxyAgent, proxySettings } from './proxy.js';

interface HttpHead {
  readonly status: number;
  header(name: string): string | undefined;
}

export interface HttpAnswer extends HttpHead {
  readonly body: string;
}

/** An answer that has begun. Its body is read once, in one of the two ways, and to its end. */
export interface HttpStream extends HttpHead {
  /** Who leaves them before their end closes the connection. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Says that all that matters has come. What follows is then dropped in the background, and the connection is used again. */
  enough(): void;
  text(): Promise<string>;
}

/** Sends JSON. Redirects are answers too. */
export interface HttpClient {
  /** Reads the whole answer. */
  post(...request: PostRequest): Promise<HttpAnswer>;
  /** Reads the head of the answer; the signal ends its body too. */
  stream(...request: PostRequest): Promise<HttpStream>;
  close(): Promise<void>;
}

/** Without a body it only asks: GET. */
type PostRequest = [
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string | undefined,
  signal: AbortSignal,
];

/** What may still come after all that matters, and within what time. */
const REST = { bytes: 64 << 10, ms: 2000 };

/** Connections for answers that take as long as the caller's signal says. */
const patientAgent = (env: Environment, options: EnvHttpProxyAgent.Options = {}) =>
  proxyAgent(env, {
    // A proxy cannot reach this computer's own servers (Go's net/http has the same rule).
    noProxy: [proxySettings(env).noProxy, 'localhost', '127.0.0.1', '[::1]'].filter(Boolean).join(','),
    headersTimeout: 0,
    bodyTimeout: 0,
    // 2,048 vectors of 4,096 numbers, each written with 20 characters, are 168 MB.
    maxResponseSize: LIMITS.answer.most,
    ...options,
  });

/** How this package names itself to servers. */
export const userAgent = (): string => `r2med/${packageVersion()}; node/${process.versions.node}`;

const headOf = ({ statusCode, headers }: Dispatcher.ResponseData): HttpHead => ({
  status: statusCode,
  header: (name) => [headers[name]].flat()[0],
});

/** `anySize`: answers may be as long as they like, for callers that read them piece by piece. */
export const openHttpClient = async (
  env: Environment,
  { anySize = false }: { readonly anySize?: boolean } = {},
): Promise<HttpClient> => {
  const { request } = await import('undici');
  const dispatcher = await patientAgent(env, anySize ? { maxResponseSize: -1 } : {});
  const agent = { 'content-type': 'application/json', 'user-agent': userAgent() };
  const stream: HttpClient['stream'] = async (url, headers, body, signal) => {
    const answer = await request(url, {
      ...{ dispatcher, signal, ...defined({ body }) },
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...agent, ...headers },
    });
    return { ...headOf(answer), ...leavable(answer.body), text: () => answer.body.text() };
  };
  return {
    post: async (...asked) => {
      const { status, header, text } = await stream(...asked);
      return { status, header, body: await text() };
    },
    stream,
    close: () => dispatcher.destroy(),
  };
};

const leavable = (body: Dispatcher.ResponseData['body']): Pick<HttpStream, 'chunks' | 'enough'> => {
  let isEnough = false;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    try {
      yield* body.iterator({ destroyOnReturn: false });
    } finally {
      if (isEnough) dropRest(body);
      else body.on('error', () => {}).destroy();
    }
  }
  return {
    chunks: chunks(),
    enough: () => {
      isEnough = true;
    },
  };
};

const dropRest = (body: Dispatcher.ResponseData['body']): void => {
  // Some servers never end what they send.
  const late = setTimeout(() => body.destroy(), REST.ms).unref();
  void body.dump({ limit: REST.bytes }).then(() => clearTimeout(late));
};

/** A request of any method to a server with an API over resources. */
export interface RestRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

/** Sends requests and reads whole answers. Redirects are answers too. */
export interface RestClient {
  send(request: RestRequest): Promise<HttpAnswer>;
  close(): Promise<void>;
}

/** Opens connections through the environment's proxies; `ca` are certificates (PEM) to trust besides the usual ones. */
export const openRestClient = async (
  env: Environment,
  { ca }: { readonly ca?: string } = {},
): Promise<RestClient> => {
  const [{ request }, { rootCertificates }] = await Promise.all([import('undici'), import('node:tls')]);
  const tls = ca === undefined ? {} : { ca: [...rootCertificates, ca] };
  const dispatcher = await patientAgent(env, { connect: tls, requestTls: tls });
  const agent = userAgent();
  return {
    send: async ({ method, url, headers, body, signal }) => {
      const answer = await request(url, {
        ...{ dispatcher, method, signal, ...defined({ body }) },
        headers: { 'user-agent': agent, ...headers },
      });
      return { ...headOf(answer), body: await answer.body.text() };
    },
    close: () => dispatcher.destroy(),
  };
};
