import { byPrefix, InputError, trimmedEnd, trimmedEnds } from '../../core/index.js';
import { parseServed, type ServedAddress } from '../../platform/api-client/index.js';
import { llmServices, llms } from './llm-entries.js';

/** A model outside the registry: at the user's servers, or a service's by its id there. */
export type UnregisteredLlm =
  | (ServedAddress & { readonly service?: never })
  | { readonly service: string; readonly model: string };

/** What `served:URL#model` or `SERVICE:model` names; undefined for every other name. */
export const unregisteredLlm = (name: string): UnregisteredLlm | undefined => {
  const openers = {
    ...Object.fromEntries(
      Object.keys(llmServices()).map((service) => [service, (model: string) => ({ service, model })]),
    ),
    served: parseServed,
  };
  const found = byPrefix<(rest: string) => UnregisteredLlm>(openers, name);
  return found?.entry(found.rest);
};

/** What systems and folders are called after a model: its entry, or the last part of its id in letters that files may have. */
export const llmName = (name: string): string => {
  const { model = name } = unregisteredLlm(name) ?? {};
  return model === name && Object.hasOwn(llms(), name) ? name : fileSafe(model);
};

/** The last part of a model id, in letters that file names may have. */
export const fileSafe = (model: string): string => {
  const last = trimmedEnd(model, /\//).split('/').at(-1)!;
  const safe = trimmedEnds(last.replace(/[^\w.-]+/g, '-'), /[.-]/);
  if (safe) return safe;
  throw new InputError({ found: `the model id "${model}"`, expected: 'a name with letters or digits' });
};
