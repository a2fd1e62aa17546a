import type { Json } from '../../core/index.js';
import { endpointAddress } from './addresses.js';

/**
 * What made an answer, besides the name that a server gives its model: two servers may give one name to different weights.
 * What the caller says counts. Otherwise it is the first address, unless that is the service's own: several addresses in one
 * call are said to serve the same model.
 */
export const identityAt = (
  said: Json | undefined,
  addresses: readonly string[],
  service: { readonly home: string },
): Json => {
  if (said !== undefined) return said;
  const [address] = addresses;
  return address === undefined || address === endpointAddress(service.home) ? null : { address };
};

/** What `sameAs` says: the model of another address, or of all addresses that are given this name. */
export const sameModelAs = (said: string): Json =>
  said.includes('://') ? { address: endpointAddress(said) } : { sameAs: said };

/** What is known of the weights behind an entry of a registry, whichever server has them: the user says that it is this one. */
export const identityOfEntry = ({ revision }: { readonly revision?: string | undefined }): Json =>
  revision === undefined ? null : { revision };
