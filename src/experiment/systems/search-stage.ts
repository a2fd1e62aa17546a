import type { SystemText } from '../../search/pipeline/index.js';
import { isFeedback } from './feedback.js';
import { isMethod } from './rewriter.js';

/** Whether a stage adds synonyms to a query. */
export const isSynonyms = (name: string): boolean => name === 'synonyms';

/** What comes before the search, in this order: generated texts, synonyms, expansion by what is found. Each may be missing. */
const BEFORE = [isMethod, isSynonyms, isFeedback] as const;

/** The stages of a system before the one that searches, in the order of `BEFORE`, and where that one is. */
export const stagesBefore = (system: SystemText) => {
  let search = 0;
  const [method, synonyms, feedback] = BEFORE.map((is) => {
    const stage = system[search];
    if (!stage || !is(stage.name)) return undefined;
    search += 1;
    return stage;
  });
  return { method, synonyms, feedback, search };
};

/** Where the stage is that searches. */
export const searchAt = (system: SystemText): number => stagesBefore(system).search;
