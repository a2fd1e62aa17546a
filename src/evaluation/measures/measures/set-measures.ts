import type { GradedRanking } from '../graded-ranking.js';
import { wholeMeasure } from '../measure.js';

const quotient = (part: number, whole: number): number => (whole > 0 ? part / whole : 0);
const precision = ({ ranks, hits }: GradedRanking): number => quotient(ranks.length, hits);
const recall = ({ ranks, ideal }: GradedRanking): number => quotient(ranks.length, ideal.length);

/** Relevant hits over all hits, however many were returned; trec_eval's set_P. */
export const SetP = wholeMeasure('SetP', precision, { aliases: ['set_p'] });

/** Relevant hits over as many as could be: the hits or the relevant documents, whichever are fewer; set_relative_P. */
export const SetRelativeP = wholeMeasure(
  'SetRelativeP',
  ({ ranks, hits, ideal }) => quotient(ranks.length, Math.min(hits, ideal.length)),
  { aliases: ['set_relative_p'] },
);

/** Relevant hits over all relevant documents; trec_eval's set_recall. */
export const SetRecall = wholeMeasure('SetRecall', recall, { aliases: ['set_recall', 'setr'] });

/** Precision times recall of the hits as a set; trec_eval's set_map. */
export const SetMAP = wholeMeasure('SetMAP', (ranking) => precision(ranking) * recall(ranking), {
  aliases: ['set_map', 'setap'],
});

/** The F measure of the hits as a set: trec_eval's set_F, whose parameter is what precision is weighed with, our beta. */
export const SetF = wholeMeasure(
  'SetF',
  (ranking, { beta }) => {
    const [P, R] = [precision(ranking), recall(ranking)];
    return quotient((beta + 1) * P * R, R + beta * P);
  },
  { aliases: ['set_f'], takes: ['beta', 'rel', 'only'] },
);
