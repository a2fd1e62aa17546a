import { parseServed } from '../../api-client/index.js';
import { byPrefix, InputError, trimmedEnd, trimmedEnds } from '../../core/index.js';
import { llmServices, llms } from './llm-entries.js';

/** The model's id in what follows a prefix: `served:URL#model`, `SERVICE:model`. */
const idsByPrefix = (): Readonly<Record<string, (rest: string) => string>> => ({
  ...Object.fromEntries(Object.keys(llmServices()).map((service) => [service, (rest: string) => rest])),
  served: (rest) => parseServed(rest).model,
});

/** Whether a name has a prefix, and so reaches outside the registry. */
export const isUnregisteredLlm = (name: string): boolean => byPrefix(idsByPrefix(), name) !== undefined;

/** What systems and folders are called after a model: its entry, or the last part of its id in letters that files may have. */
export const llmName = (name: string): string => {
  const unregistered = byPrefix(idsByPrefix(), name);
  if (unregistered) return fileSafe(unregistered.entry(unregistered.rest));
  return Object.hasOwn(llms(), name) ? name : fileSafe(name);
};

/** The last part of a model id, in letters that file names may have. */
export const fileSafe = (model: string): string => {
  const last = trimmedEnd(model, /\//).split('/').at(-1)!;
  const safe = trimmedEnds(last.replace(/[^\w.-]+/g, '-'), /[.-]/);
  if (safe) return safe;
  throw new InputError({ found: `the model id "${model}"`, expected: 'a name with letters or digits' });
};
