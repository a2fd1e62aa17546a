import { InputError, nearest, own } from '../../core/index.js';
import { registryIn } from '../registry/index.js';
import { type LlmEntry, type LlmService, llmsFile } from './entry-schema.js';
import type { ReasoningStyle } from './reasoning.js';

const registry = registryIn('llms.json', llmsFile, 'LLM', (file): readonly LlmEntry[] => file.llms);

/** The language models of `data/llms.json` by name: R2MED's first, then those of its code and history, then today's. */
export const llms: () => Readonly<Record<string, LlmEntry>> = registry.entries;

/** The entry of a language model in `data/llms.json`. */
export const llm = (name: string): LlmEntry => {
  const entry = own(llms(), name);
  if (entry) return entry;
  const names = Object.keys(llms());
  const near = nearest(name, names);
  throw new InputError({
    found: `unknown LLM "${name}"`,
    expected: `one of ${names.join(', ')}`,
    fix:
      (near ? `did you mean "${near}"? ` : '') +
      `A model of your own server is named as served:http://localhost:8000/v1#${name}`,
  });
};

/** Services that language models are reached at, by name. */
export const llmServices = (): Readonly<Record<string, LlmService>> => registry.content().services;

/**
 * What decides how a model's texts are read and used in a search: its entry; a model without one may think or not, and its texts enter the
 * search as a plain model's.
 */
export const llmTraits = (name: string): { readonly reasoning: ReasoningStyle; readonly reasoner: boolean } =>
  own(llms(), name) ?? { reasoning: 'auto', reasoner: false };
