import { addressesIn, InputError, WorkError } from '../../core/index.js';
import type { Environment } from '../node/index.js';
import { endpointAddress, isLoopback, wholeAddress } from './addresses.js';
import { serviceAt } from './services.js';

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
  /** Where the key is looked for: those of the service that the first address belongs to. */
  readonly keyVariables: readonly string[];
  /** Whether this endpoint is sent the key. */
  trusts(endpoint: string): boolean;
}

/** The endpoints given, else the home that the environment names, else the service's own, which needs a key. */
export const resolveEndpoint = (
  service: Home,
  given: readonly string[] | undefined,
  env: Environment,
): ResolvedEndpoint => {
  const { home, homeVariable, homePath = '' } = service;
  const written = homeVariable ? (env[homeVariable]?.trim() ?? '') : '';
  const named = written
    ? addressesIn(written).map((address) => withVersion(endpointAddress(address), homePath))
    : [];
  const chosen = given?.length
    ? given.map(service.whole ? wholeAddress : endpointAddress)
    : named.length
      ? named
      : [endpointAddress(home)];
  const addresses = [...new Set(chosen)];
  const keysOf = (address: string): readonly string[] =>
    (given?.length && !isLoopback(address) && serviceAt(address)?.[1].keys) || service.keyVariables;
  const keyVariables = keysOf(addresses[0]!);
  const key = apiKey(keyVariables, env);
  if (!key && !isLoopback(home) && addresses.includes(endpointAddress(home)))
    throw new WorkError(`${home} needs a key`, `set ${keyVariables.join(' or ')}`);
  return {
    addresses,
    key,
    keyVariables,
    trusts: (endpoint) =>
      // Each service has a key of its own, which no other one is to see.
      keysOf(endpoint)[0] === keyVariables[0] &&
      (endpoint.startsWith('https:') || isLoopback(endpoint) || named.includes(endpoint)),
  };
};

/** Addresses are written with the version of the API and without it. */
const withVersion = (address: string, path: string): string =>
  /\/v\d+[a-z]*$/.test(address) ? address : address + path;

/** A secret and where it was found: only the latter is ever shown. */
export interface ApiKey {
  readonly value: string;
  readonly from: string;
}

/** The first of the variables that is set. */
export const apiKey = (variables: readonly string[], env: Environment): ApiKey | undefined => {
  const from = variables.find((name) => env[name]?.trim());
  if (!from) return undefined;
  const value = env[from]!.trim();
  // An HTTP library would print the whole header, secret included, when it refuses such a value.
  if (!/^[\x21-\x7e]+$/.test(value))
    throw new InputError({
      at: { file: from },
      found: 'characters that no key has',
      expected: 'one key',
      fix: 'put the key alone there, without quotes or spaces',
    });
  return { value, from };
};

/** A piece of a key this long gives it away; services like to repeat the key they were sent, or its end. */
const TELLING = 6;

/** Takes out every word that holds a piece of the key, or a masked key. */
export const redactKeys = (key: ApiKey | undefined): ((text: string) => string) => {
  const pieces = new Set<string>();
  const value = key?.value ?? '';
  for (let i = 0; i + TELLING <= value.length; i++) pieces.add(value.slice(i, i + TELLING));
  const tells = (word: string): boolean => {
    if (/\*{3}/.test(word) || (value && word.includes(value))) return true;
    for (let i = 0; i + TELLING <= word.length; i++) if (pieces.has(word.slice(i, i + TELLING))) return true;
    return false;
  };
  return (text) => text.replace(/[^\s"'<>]+/g, (word) => (tells(word) ? '…' : word));
};

/** The header that most services want a key in. */
export const bearer = (key: string | undefined): Readonly<Record<string, string>> =>
  key === undefined ? {} : { authorization: `Bearer ${key}` };

/** The header that Google wants it in. */
export const googleKey = (key: string | undefined): Readonly<Record<string, string>> =>
  key === undefined ? {} : { 'x-goog-api-key': key };
