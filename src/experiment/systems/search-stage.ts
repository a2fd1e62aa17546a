import type { SystemText } from '../../search/pipeline/index.js';
import { isFeedback } from './feedback.js';
import { isMethod } from './rewriter.js';

/** Where the stage is that searches: after the one that writes and the one that expands by what is found. */
export const searchAt = (system: SystemText): number => {
  const written = system[0] && isMethod(system[0].name) ? 1 : 0;
  return system[written] && isFeedback(system[written].name) ? written + 1 : written;
};
