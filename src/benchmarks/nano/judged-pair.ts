import type { DocId, QueryId } from '../../core/index.js';

/** One judgement, in the order in which its file gives them. */
export interface JudgedPair {
  readonly query: QueryId;
  readonly document: DocId;
  /** Above 0 means relevant; a judgement without a grade is one of relevance. */
  readonly grade?: number;
}

export interface ParsedJudgements {
  readonly positives: readonly JudgedPair[];
  /** Judged, and not relevant. */
  readonly hardNegatives: readonly JudgedPair[];
}

/** Judgements by sign, each pair once. */
export const bySign = (pairs: Iterable<JudgedPair>): ParsedJudgements => {
  const positives = new Map<string, JudgedPair>();
  const hardNegatives = new Map<string, JudgedPair>();
  for (const pair of pairs) {
    const side = (pair.grade ?? 1) > 0 ? positives : hardNegatives;
    const key = JSON.stringify([pair.query, pair.document]);
    if (!side.has(key)) side.set(key, pair);
  }
  return { positives: [...positives.values()], hardNegatives: [...hardNegatives.values()] };
};
