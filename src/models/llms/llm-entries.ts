import { byPrefix, InputError, nearest, once, own, trimmedEnd, trimmedEnds } from '../../core/index.js';
import { parseServed, type ServedAddress, services } from '../../platform/api-client/index.js';
import { idsOf, registryIn } from '../registry/index.js';
import { chatSchema, type LlmEntry, type LlmService, llmsFile } from './entry-schema.js';
import type { ReasoningStyle } from './reasoning.js';

const registry = registryIn('llms.json', llmsFile, 'LLM', (file): readonly LlmEntry[] => file.llms);

/** The language models of `data/llms.json` by name: R2MED's first, then those of its code and history, then today's. */
export const llms: () => Readonly<Record<string, LlmEntry>> = registry.entries;

/** The entry of a name or a hub id; undefined where there is none. */
export const findLlm: (name: string) => LlmEntry | undefined = registry.find;

/** The entry of a language model in `data/llms.json`. */
export const llm = (name: string): LlmEntry => {
  const entry = own(llms(), name);
  if (entry) return entry;
  const names = Object.keys(llms());
  const near = nearest(name, names, idsOf(llms()));
  throw new InputError({
    found: `unknown LLM "${name}"`,
    expected: `one of ${names.join(', ')}`,
    fix:
      (near ? `did you mean "${near}"? ` : '') +
      `A model of your own server is named as served:http://localhost:8000/v1#${name}, a file as gguf:FILE`,
  });
};

/** Services that language models are reached at, by name. */
export const llmServices: () => Readonly<Record<string, LlmService>> = once(() => {
  const schema = chatSchema();
  return Object.fromEntries(
    Object.entries(services()).flatMap(([name, service]) =>
      service.chat ? [[name, { ...service, ...schema.parse(service.chat), name }]] : [],
    ),
  );
});

/**
 * What decides how a model's texts are read and used in a search: its entry; a model without one may think or not, and its texts enter the
 * search as a plain model's.
 */
export const llmTraits = (name: string): { readonly reasoning: ReasoningStyle; readonly reasoner: boolean } =>
  own(llms(), name) ?? { reasoning: 'auto', reasoner: false };

/** A model outside the registry: at the user's servers, or a service's by its id there. */
type UnregisteredLlm =
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

/** The file of `gguf:FILE`; undefined for every other name. */
export const ggufFile = (name: string): string | undefined => byPrefix({ gguf: true }, name)?.rest;

/** What systems and folders are called after a model: its entry, or the last part of its id in letters that files may have. */
export const llmName = (name: string): string => {
  const file = ggufFile(name);
  if (file !== undefined) return fileSafe(file.replaceAll('\\', '/').replace(/\.gguf$/i, ''));
  const { model = name } = unregisteredLlm(name) ?? {};
  return model === name && Object.hasOwn(llms(), name) ? name : fileSafe(model);
};

/** The last part of a model id, in letters that file names may have. */
export const fileSafe = (model: string): string => {
  const last = trimmedEnd(model, /\//).split('/').at(-1)!;
  const safe = trimmedEnds(last.replace(/[^\w.-]+/g, '-'), /[.-]/);
  if (safe) return safe;
  throw new InputError({
    found: `the model id "${model}"`,
    expected: 'a name with letters or digits',
    fix: 'write the id that the server lists',
  });
};
