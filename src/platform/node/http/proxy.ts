import type { EnvHttpProxyAgent } from 'undici';
import { InputError, shownAddress } from '../../../core/index.js';

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
  return { httpProxy: either('HTTP_PROXY'), httpsProxy: either('HTTPS_PROXY'), noProxy: either('NO_PROXY') };
};

/** Connections through the proxies that the environment names. */
export const proxyAgent = async (
  env: Environment,
  options: EnvHttpProxyAgent.Options = {},
): Promise<EnvHttpProxyAgent> => {
  const { httpProxy, httpsProxy, noProxy } = proxySettings(env);
  for (const [name, address] of Object.entries({ HTTP_PROXY: httpProxy, HTTPS_PROXY: httpsProxy }))
    if (address && !(URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)))
      throw new InputError({
        at: { file: name },
        found: `"${shownAddress(address)}"`,
        expected: 'the address of a proxy, such as http://proxy.example:3128',
        fix: 'write marks in a user or password as %2F, %23 and so on',
      });
  // Late: most commands never touch the network.
  const undici = await import('undici');
  return new undici.EnvHttpProxyAgent({ httpProxy, httpsProxy, noProxy, ...options });
};
