import { wholeMeasure } from '../measure.js';

/** The best precision at any rank that has this recall; trec_eval's iprec_at_recall. */
export const IPrec = wholeMeasure(
  'IPrec',
  ({ ranks, ideal }, { recall }) => {
    // As trec_eval rounds it: the number of relevant hits that reach the recall.
    const enough = Math.max(1, Math.floor(recall * ideal.length + 0.9));
    let best = 0;
    for (let i = enough - 1; i < ranks.length; i++) best = Math.max(best, (i + 1) / ranks[i]!);
    return best;
  },
  { takes: ['recall', 'rel', 'only'], aliases: ['iprec_at_recall'] },
);
