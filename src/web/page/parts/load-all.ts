import type { ResourceAddress } from '../../page-data/index.js';
import { type Loaded, useLoaded, useResources } from '../resources.js';

/** Several resources together, in the order of their addresses: there when all are, failed when one is. */
export const useAll = <T>(addresses: readonly ResourceAddress<T>[]): Loaded<readonly T[]> => {
  const resources = useResources();
  const load = (): Promise<readonly T[]> =>
    Promise.all(addresses.map((address) => resources.load(address) as Promise<T>));
  return useLoaded(addresses.join('\n'), load, haveSameParts) ?? { state: 'loading' };
};

const haveSameParts = <T>(before: readonly T[], now: readonly T[]): boolean =>
  before.length === now.length && before.every((part, i) => part === now[i]);
