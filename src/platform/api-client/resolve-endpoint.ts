import { WorkError } from '../../core/index.js';
import type { Environment } from '../node/index.js';
import { endpointAddress, isLoopback, wholeAddress } from './addresses.js';
import { type ApiKey, apiKey } from './keys.js';

/** What is known of a family of services. */
export interface Home {
  /** Where it is when no endpoint is given. */
  readonly home: string;
  /** A variable that names another home. */
  readonly homeVariable?: string | undefined;
  /** What the service's own clients put after the address in that variable. */
  readonly homePath?: string | undefined;
  /** Requests go to the addresses given unchanged: nothing is put after them. */
  readonly whole?: true;
  /** Where keys are looked for; the first one that is set counts. */
  readonly keyVariables: readonly string[];
}

/** Where requests go, and with which key. */
export interface ResolvedEndpoint {
  readonly addresses: readonly string[];
  readonly key: ApiKey | undefined;
  /** Whether this endpoint is sent the key. */
  trusts(endpoint: string): boolean;
}

/** The endpoints given, else the home that the environment names, else the service's own, which needs a key. */
export const resolveEndpoint = (
  service: Home,
  given: readonly string[] | undefined,
  env: Environment,
): ResolvedEndpoint => {
  const { home, homeVariable, homePath = '', keyVariables } = service;
  const written = homeVariable ? (env[homeVariable]?.trim() ?? '') : '';
  const named = written
    ? written.split(',').map((address) => withVersion(endpointAddress(address), homePath))
    : [];
  const chosen = given?.length
    ? given.map(service.whole ? wholeAddress : endpointAddress)
    : named.length
      ? named
      : [endpointAddress(home)];
  const addresses = [...new Set(chosen)];
  const key = apiKey(keyVariables, env);
  if (!key && !isLoopback(home) && addresses.includes(endpointAddress(home)))
    throw new WorkError(`${home} needs a key`, `set ${keyVariables.join(' or ')}`);
  return {
    addresses,
    key,
    trusts: (endpoint) => endpoint.startsWith('https:') || isLoopback(endpoint) || named.includes(endpoint),
  };
};

/** Addresses are written with the version of the API and without it. */
const withVersion = (address: string, path: string): string =>
  /\/v\d+[a-z]*$/.test(address) ? address : address + path;
