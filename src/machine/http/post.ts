import { packageVersion } from '../package-data.js';
import { type Environment, proxyAgent, proxySettings } from './proxy.js';

export interface HttpAnswer {
  readonly status: number;
  header(name: string): string | undefined;
  readonly body: string;
}

/** Sends JSON and reads the whole answer. Redirects are answers too. */
export interface Poster {
  post(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    signal: AbortSignal,
  ): Promise<HttpAnswer>;
  close(): Promise<void>;
}

/** 2,048 vectors of 4,096 numbers, each written with 20 characters, are 168 MB. */
const LARGEST_ANSWER_BYTES = 256 << 20;

export const openPoster = async (env: Environment): Promise<Poster> => {
  const { request } = await import('undici');
  const dispatcher = await proxyAgent(env, {
    // A proxy cannot reach this computer's own servers (Go's net/http has the same rule).
    noProxy: [proxySettings(env).noProxy, 'localhost', '127.0.0.1', '[::1]'].filter(Boolean).join(','),
    // How long an answer may take is for the caller's signal to say.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxResponseSize: LARGEST_ANSWER_BYTES,
  });
  const userAgent = `r2med/${packageVersion()}; node/${process.versions.node}`;
  return {
    post: async (url, headers, body, signal) => {
      const answer = await request(url, {
        dispatcher,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': userAgent, ...headers },
        body,
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
