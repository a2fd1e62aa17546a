import { parseServed } from '../../api-client/index.js';
import { InputError, trimmedEnd, trimmedEnds } from '../../core/index.js';
import { llmServices, llms } from './llm-entries.js';

/** Whether a name reaches outside the table. */
export const isUnregisteredLlm = (name: string): boolean =>
  name.startsWith('served:') ||
  (name.includes(':') && Object.hasOwn(llmServices(), name.slice(0, name.indexOf(':'))));

/** What systems and folders are called after a model: its row, or the last part of its id in letters that files may have. */
export const llmName = (name: string): string =>
  isUnregisteredLlm(name)
    ? fileSafe(name.startsWith('served:') ? parseServed(name).model : name.slice(name.indexOf(':') + 1))
    : Object.hasOwn(llms(), name)
      ? name
      : fileSafe(name);

/** The last part of a model id, in letters that file names may have. */
export const fileSafe = (model: string): string => {
  const last = trimmedEnd(model, /\//).split('/').at(-1)!;
  const safe = trimmedEnds(last.replace(/[^\w.-]+/g, '-'), /[.-]/);
  if (safe) return safe;
  throw new InputError({ found: `the model id "${model}"`, expected: 'a name with letters or digits' });
};
