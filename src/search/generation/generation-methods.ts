import { lookup, own } from '../../core/index.js';
import type { ReasoningStyle } from '../../models/llms/index.js';
import { searchO1Method, searchR1Method } from './agents/index.js';
import {
  ALONE,
  type Expansion,
  type ExpansionSettings,
  expander,
  type QueryExpander,
  type TextMode,
} from './expansion.js';
import { diagnoseMethod, feedbackMethod } from './extensions/index.js';
import type { GenerationMethod } from './generation-method.js';
import { alignMethod, hydeMethod, lamerMethod, query2docMethod } from './methods/index.js';
import type { GenerationMethodContext, NamedMethod } from './named-method.js';

/** The methods that generate a text before the search: R2MED's five, then our own. */
export const generationMethods: Readonly<Record<string, NamedMethod>> = {
  hyde: hydeMethod,
  query2doc: query2docMethod,
  lamer: lamerMethod,
  'search-o1': searchO1Method,
  'search-r1': searchR1Method,
  diagnose: diagnoseMethod,
  feedback: feedbackMethod,
  align: alignMethod,
};

/** Their names. */
export const METHODS: readonly string[] = Object.keys(generationMethods);

/** What a prompt is shown for where no model was named. */
const NO_MODEL = { continuation: 'turns', reasoning: 'auto' } as const;

export const generationMethod = async (
  name: string,
  { settings = {}, model = NO_MODEL, ...context }: GenerationMethodContext,
): Promise<GenerationMethod> => {
  const method = lookup('generation method', generationMethods, name);
  const concerns = new Set([...Object.keys(method.settings), ...(method.otherCorpus ? ['corpus'] : [])]);
  const own = Object.entries(settings).filter(([each, value]) => value !== undefined && concerns.has(each));
  return method.make({ ...context, settings: Object.fromEntries(own), model });
};

/** As a method says it; texts of an unknown method are used alone. */
const expansionOf = (method: string): Expansion => own(generationMethods, method)?.expansion ?? ALONE;

/** How a method's texts are used in a search when there are several, unless the user says otherwise. */
export const textModeOf = (method: string): TextMode => expansionOf(method).searches ?? 'together';

/**
 * How texts are read that a model wrote by a method: the method may decide (Search-R1 puts its answer into tags with every
 * LLM); otherwise the model does, and an unregistered one may think or not.
 */
export const readingStyle = (method: string, styleOfLlm: ReasoningStyle = 'auto'): ReasoningStyle =>
  expansionOf(method).reading ?? styleOfLlm;

export const queryExpander = (settings: ExpansionSettings): QueryExpander =>
  expander(expansionOf(settings.method), settings);
