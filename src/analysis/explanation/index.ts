export { explainQuery, explainSearch } from './explain-query.js';
export { recordedRankings } from './recorded-ranking.js';
export type { SystemToExplain } from './with-stages.js';
export { worstQuery } from './worst-query.js';
