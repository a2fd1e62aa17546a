export {
  type ExplainOptions,
  explainQuery,
  explainSearch,
  type SearchOptions,
  type SystemToExplain,
} from './explain-query.js';
export { type WorstQuery, worstQuery } from './worst-query.js';
