import { bo1, kl } from './divergence.js';
import { prf, type VectorFeedback, type VectorFeedbackUse } from './prf.js';
import { rm3 } from './rm3.js';
import { rocchio } from './rocchio.js';

export type { ExpandedTerm, FeedbackDocument, FirstList, TermFeedback } from './term-feedback.js';
export { bo1, kl, prf, rm3, rocchio, type VectorFeedback, type VectorFeedbackUse };

/** Every expansion by the terms of the first list, by name. */
export const termFeedbacks = { rm3, rocchio, bo1, kl } as const;
