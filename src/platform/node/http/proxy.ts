import type { EnvHttpProxyAgent } from 'undici';

/** Environment variables, as `process.env` holds them. */
export type Environment = Readonly<Record<string, string | undefined>>;

export interface ProxySettings {
  readonly httpProxy: string;
  readonly httpsProxy: string;
  readonly noProxy: string;
}

/** Proxies as curl and Python read them, the lower-case name first; empty means none. */
export const proxySettings = (env: Environment): ProxySettings => {
  const either = (name: string): string => env[name.toLowerCase()] || env[name] || '';
  return {
    httpProxy: either('HTTP_PROXY'),
    httpsProxy: either('HTTPS_PROXY'),
    noProxy: either('NO_PROXY'),
  };
};

/** Connections through the proxies that the environment names. */
export const proxyAgent = async (
  env: Environment,
  options: EnvHttpProxyAgent.Options = {},
): Promise<EnvHttpProxyAgent> => {
  // Late: most commands never touch the network.
  const undici = await import('undici');
  return new undici.EnvHttpProxyAgent({ ...proxySettings(env), ...options });
};
