import { InputError, nearest, once } from '../../../core/index.js';
import { packageData } from '../../../platform/node/index.js';
import type { ReasoningStyle } from '../reasoning.js';
import { type LlmEntry, type LlmService, llmsFile } from './entry-schema.js';

const registryFile = once(() => packageData('llms.json', llmsFile()));

/** The language models of `data/llms.json` by name: R2MED's first, then those of its code and history, then today's. */
export const llms = once(
  (): Readonly<Record<string, LlmEntry>> =>
    Object.fromEntries(registryFile().llms.map((entry) => [entry.name, entry])),
);

/** The entry of a language model in `data/llms.json`. */
export const llm = (name: string): LlmEntry => {
  const entries = llms();
  if (Object.hasOwn(entries, name)) return entries[name]!;
  const near = nearest(name, Object.keys(entries));
  throw new InputError({
    found: `unknown LLM "${name}"`,
    expected: `one of ${Object.keys(entries).join(', ')}`,
    fix:
      (near ? `did you mean "${near}"? ` : '') +
      `A model of your own server is named as served:http://localhost:8000/v1#${name}`,
  });
};

/** Services that language models are reached at, by name. */
export const llmServices = (): Readonly<Record<string, LlmService>> => registryFile().services;

/** What decides how a model's texts are read and used in a search. */
export interface LlmTraits {
  readonly reasoning: ReasoningStyle;
  readonly reasoner: boolean;
}

/** Those of its entry; a model without one may think or not, and its texts enter the search as a plain model's. */
export const llmTraits = (name: string): LlmTraits => {
  const entries = llms();
  return Object.hasOwn(entries, name) ? entries[name]! : { reasoning: 'auto', reasoner: false };
};
