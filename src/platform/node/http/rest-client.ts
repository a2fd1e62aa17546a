import { packageVersion } from '../package-data.js';
import type { HttpAnswer } from './http-client.js';
import { type Environment, proxyAgent, proxySettings } from './proxy.js';

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

const LARGEST_ANSWER_BYTES = 256 << 20;

/** Opens connections through the environment's proxies; `ca` are certificates (PEM) to trust besides the usual ones. */
export const openRestClient = async (
  env: Environment,
  { ca }: { readonly ca?: string } = {},
): Promise<RestClient> => {
  const [{ request }, { rootCertificates }] = await Promise.all([import('undici'), import('node:tls')]);
  const tls = ca === undefined ? {} : { ca: [...rootCertificates, ca] };
  const dispatcher = await proxyAgent(env, {
    noProxy: [proxySettings(env).noProxy, 'localhost', '127.0.0.1', '[::1]'].filter(Boolean).join(','),
    headersTimeout: 0,
    bodyTimeout: 0,
    maxResponseSize: LARGEST_ANSWER_BYTES,
    connect: tls,
    requestTls: tls,
  });
  const userAgent = `r2med/${packageVersion()}; node/${process.versions.node}`;
  return {
    send: async ({ method, url, headers, body, signal }) => {
      const answer = await request(url, {
        dispatcher,
        method,
        headers: { 'user-agent': userAgent, ...headers },
        ...(body !== undefined && { body }),
        signal,
      });
      return {
        status: answer.statusCode,
        header: (name) => [answer.headers[name]].flat()[0],
        body: await answer.body.text(),
      };
    },
    close: () => dispatcher.destroy(),
  };
};
