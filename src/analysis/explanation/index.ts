export {
  type ExplainOptions,
  type ExplainSearchOptions,
  explainQuery,
  explainSearch,
  type SystemToExplain,
} from './explain-query.js';
export { worstQuery } from './worst-query.js';
