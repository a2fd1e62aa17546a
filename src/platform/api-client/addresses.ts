import { addressesIn, InputError, type Json, shownAddress, trimmedEnd } from '../../core/index.js';

/** What `served:` names: addresses that serve the same model, and the model. */
export interface ServedAddress {
  readonly endpoints: readonly string[];
  readonly model: string;
  /** The address or the name of the same model elsewhere, where the user says that there is one. */
  readonly sameAs?: string;
}

/** What dialects put after an endpoint; users copy it along. */
const ROUTES = [
  '/embeddings',
  '/chat/completions',
  '/completions',
  '/messages',
  '/rerank',
  '/score',
  '/embed_sparse',
  '/pooling',
];

const EXAMPLE = 'http://localhost:8000/v1#my-model';

const SAME_AS = /\(\s*sameAs\s*=([^()]*)\)$/;

/** Reads `URL#model` or `URL,URL#model`, with or without `served:` before it and `(sameAs=…)` behind it. */
export const parseServed = (written: string): ServedAddress => {
  const sameAs = SAME_AS.exec(written)?.[1]?.trim();
  const rest = written.replace(/^served:/, '').replace(SAME_AS, '');
  const mark = rest.indexOf('#');
  const model = mark < 0 ? '' : rest.slice(mark + 1).trim();
  if (!model)
    throw new InputError({
      found: `no model in "${shownAddress(written)}"`,
      expected: 'addresses, # and the name that the server gives the model',
      fix: `write for example served:${EXAMPLE}`,
    });
  const endpoints = addressesIn(rest.slice(0, mark)).map(endpointAddress);
  return { endpoints, model, ...(sameAs && { sameAs }) };
};

/** An endpoint without a final slash, and without the path that is put after it. */
export const endpointAddress = (written: string): string => withoutRoute(wholeAddress(written));

/** An address that requests go to unchanged. */
export const wholeAddress = (written: string): string => {
  const given = written.trim();
  const url = URL.canParse(given) ? new URL(given) : undefined;
  // What follows a slash in a password would be a path.
  const plain = url && !given.includes('@') && !url.search && !url.hash;
  if (plain && /^https?:$/.test(url.protocol)) return url.href;
  throw new InputError({
    found: `"${shownAddress(given)}" is not a server address`,
    expected: 'http:// or https://, a host and a path, without password and query',
    fix: `write for example ${EXAMPLE.split('#')[0]}`,
  });
};

const withoutRoute = (address: string): string => {
  const bare = trimmedEnd(address, /\//);
  const route = ROUTES.find((each) => bare.endsWith(each));
  return route === undefined ? bare : trimmedEnd(bare.slice(0, -route.length), /\//);
};

/** Whether an address is this computer itself. */
export const isLoopback = (address: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(address).hostname);

/**
 * What made an answer, besides the name that a server gives its model: two servers may give one name to different weights.
 * What the caller says counts. Otherwise it is the first address, unless that is the service's own: several addresses in one
 * call serve the same model.
 */
export const identityAt = (
  given: Json | undefined,
  addresses: readonly string[],
  service: { readonly home: string },
): Json => {
  if (given !== undefined) return given;
  const [address] = addresses;
  return address === undefined || address === endpointAddress(service.home) ? null : { address };
};

/** What `sameAs` says: the model of another address, or of all addresses that are given this name. */
export const sameModelAs = (given: string): Json =>
  given.includes('://') ? { address: endpointAddress(given) } : { sameAs: given };

/** What is known of the weights behind an entry of a registry, whichever server has them: the user says that it is this one. */
export const identityOfEntry = ({ revision }: { readonly revision?: string | undefined }): Json =>
  revision === undefined ? null : { revision };
