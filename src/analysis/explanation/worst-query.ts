import type { Result } from '../../experiment/record/index.js';

/** A query that a system did badly on. */
export interface WorstQuery {
  readonly result: Result;
  readonly id: string;
  readonly score: number;
}

/** The query with the lowest score in a measure over some results, the first of several; undefined where none has a relevant document. */
export const worstQuery = (results: readonly Result[], measure: string): WorstQuery | undefined => {
  let worst: WorstQuery | undefined;
  for (const result of results)
    for (const { id, scores, ranks } of result.queries) {
      const score = scores[measure];
      if (score === undefined || Object.keys(ranks).length === 0) continue;
      if (!worst || score < worst.score) worst = { result, id, score };
    }
  return worst;
};
