import { own } from '../../core/index.js';
import type { ReasoningStyle } from '../../models/llms/index.js';
import {
  ALONE,
  type Expansion,
  type ExpansionSettings,
  expander,
  type QueryExpander,
  type TextMode,
} from './expansion.js';
import { generationMethods } from './generation-methods.js';

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

/** Turns raw outputs of a method into texts to search with. */
export const queryExpander = (settings: ExpansionSettings): QueryExpander =>
  expander(expansionOf(settings.method), settings);
