import { WorkError } from '../../core/index.js';
import type { Environment } from '../node/index.js';
import { endpointAddress } from './addresses.js';
import type { Home } from './resolve-endpoint.js';
import type { Service } from './services.js';

/** How a service is reached, besides what its dialect says. */
export interface ServiceForm extends Omit<Home, 'whole'> {
  readonly keyHeader?: string | undefined;
  /** What follows the address: `{model}` and the dialect's `{path}`. */
  readonly route?: string | undefined;
}

/** Where a service is, and in which form it is asked; a service whose customers have addresses of their own needs one. */
export const serviceForm = (name: string, service: Service, env: Environment): ServiceForm => {
  const { homeVariable, keys, keyHeader, route, version } = service;
  const home = service.home ?? (homeVariable ? env[homeVariable]?.trim() : undefined);
  if (!home)
    throw new WorkError(
      `${name} needs the address of your own endpoint`,
      `set ${homeVariable}, for example to ${service.example}`,
    );
  return {
    home: endpointAddress(home),
    homeVariable,
    keyVariables: keys,
    keyHeader,
    route: route?.replace('{version}', (version && env[version.variable]?.trim()) || version?.default || ''),
  };
};

/** What a form makes of a dialect's path and headers, at these addresses. */
export const inForm = <D extends { headers(key: string | undefined): Readonly<Record<string, string>> }>(
  dialect: D,
  { keyHeader, route }: Pick<ServiceForm, 'keyHeader' | 'route'>,
  addresses: readonly string[],
): D & { routed(path: string, model: string): string } => {
  // Such an address is one of the service's newer API, which takes the model in the body.
  const isVersioned = addresses.every((address) => /\/v\d+$/.test(address));
  return {
    ...dialect,
    ...(keyHeader && {
      headers: (key: string | undefined) => (key === undefined ? {} : { [keyHeader]: key }),
    }),
    routed: (path, model) =>
      route === undefined || isVersioned
        ? path
        : route.replace('{model}', () => encodeURIComponent(model)).replace('{path}', () => path),
  };
};
