import { type AspectGrades, InputError } from '../../../core/index.js';
import type { AspectRanking, GradedRanking } from '../graded-ranking.js';
import { measureAtCut } from '../measure.js';

/**
 * α-nDCG (Clarke et al., SIGIR 2008) as TREC's ndeval has it: a document gains 1 for each aspect that it is relevant to, and (1 − alpha) as much for each
 * relevant document of that aspect above it; over the same sum for a list that takes the document of the highest gain at each rank.
 */
export const AlphaNDCG = measureAtCut(
  'alpha_nDCG',
  (ranking, k, { alpha, rel }) => {
    const { found, all } = aspectsIn(ranking, 'alpha_nDCG');
    const best = idealGain(all, k, alpha, rel);
    if (best === 0) return 0;
    const gains = new Map<string, number>();
    let sum = 0;
    for (const { rank, grades } of found) {
      if (rank > k) break;
      sum += take(grades, gains, alpha, rel) / Math.log2(rank + 1);
    }
    return sum / best;
  },
  { aliases: ['alpha_ndcg_cut'], takes: ['alpha', 'rel'] },
);

/** The share of the aspects with a relevant document that the first k hits cover: ndeval's strec, subtopic recall (Zhai, Cohen, Lafferty, SIGIR 2003). */
export const AspectRecall = measureAtCut(
  'AspectRecall',
  (ranking, k, { rel }) => {
    const { found, all } = aspectsIn(ranking, 'AspectRecall');
    const covered = (documents: readonly AspectGrades[]): number =>
      new Set(documents.flatMap((grades) => relevantAspects(grades, rel))).size;
    const there = covered(all);
    const top = found.filter(({ rank }) => rank <= k).map(({ grades }) => grades);
    return there > 0 ? covered(top) / there : 0;
  },
  { aliases: ['strecall', 'strec'], takes: ['rel'] },
);

/** A query may lack aspects; a file in which no line names one is not of this kind. */
const aspectsIn = ({ aspects }: GradedRanking, name: string): AspectRanking => {
  if (aspects) return aspects;
  throw new InputError({
    found: `${name} on judgements without aspects`,
    expected:
      'TREC diversity judgements: query, aspect, document and grade in each line, with more than one aspect',
    fix: 'score by nDCG@10 and Recall@100, or name the judgements of aspects',
  });
};

const relevantAspects = (grades: AspectGrades, rel: number): readonly string[] =>
  [...grades].flatMap(([aspect, grade]) => (grade >= rel ? [aspect] : []));

/** What a document gains: 1 for each aspect, less for aspects of documents before it. */
const gainOf = (grades: AspectGrades, gains: ReadonlyMap<string, number>, rel: number): number => {
  let sum = 0;
  for (const aspect of relevantAspects(grades, rel)) sum += gains.get(aspect) ?? 1;
  return sum;
};

const take = (grades: AspectGrades, gains: Map<string, number>, alpha: number, rel: number): number => {
  const gain = gainOf(grades, gains, rel);
  for (const aspect of relevantAspects(grades, rel))
    gains.set(aspect, (gains.get(aspect) ?? 1) * (1 - alpha));
  return gain;
};

/** The best list is hard to find; ndeval's takes the document of the highest gain at each rank, and of equals the highest id. */
const idealGain = (all: readonly AspectGrades[], k: number, alpha: number, rel: number): number => {
  const left = all.filter((grades) => relevantAspects(grades, rel).length > 0);
  const gains = new Map<string, number>();
  let sum = 0;
  for (let rank = 1; rank <= k && left.length > 0; rank++) {
    const each = left.map((grades) => gainOf(grades, gains, rel));
    const best = each.lastIndexOf(Math.max(...each));
    sum += take(left[best]!, gains, alpha, rel) / Math.log2(rank + 1);
    left.splice(best, 1);
  }
  return sum;
};
