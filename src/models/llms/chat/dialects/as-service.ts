import type { JsonObject } from '../../../../core/index.js';
import { inForm, type ServiceForm } from '../../../../platform/api-client/index.js';
import type { Dialect } from './dialect.js';

interface Spoken extends Pick<ServiceForm, 'keyHeader' | 'route'> {
  readonly parameters?: Readonly<Record<string, string>>;
  readonly streamUsage?: boolean;
}

/** A dialect as one service speaks it. */
export const asService = (
  dialect: Dialect,
  { parameters = {}, streamUsage = true, ...form }: Spoken,
  addresses: readonly string[],
): Dialect => {
  const { routed, ...formed } = inForm(dialect, form, addresses);
  const names = new Map(Object.entries(parameters));
  return {
    ...formed,
    path: (model, stream) => routed(dialect.path(model, stream), model),
    body: (ask) =>
      Object.fromEntries(
        Object.entries(dialect.body(ask))
          .filter(([field]) => streamUsage || field !== 'stream_options')
          .map(([field, value]) => [names.get(field) ?? field, value]),
      ) as JsonObject,
  };
};
