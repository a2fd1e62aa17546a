import { byRank, byRankIdAscending } from '../../core/index.js';

/**
 * How hits of equal score are ordered. `id-descending` is trec_eval 9: scores as 32-bit floats, then document id in
 * descending byte order. `id-ascending` is HAKARI-Bench: scores as doubles, then document id in ascending order.
 */
export type TieRule = keyof typeof TIE_RULES;

export const TIE_RULES = {
  'id-descending': { order: byRank, Scores: Float32Array },
  'id-ascending': { order: byRankIdAscending, Scores: Float64Array },
} as const;
