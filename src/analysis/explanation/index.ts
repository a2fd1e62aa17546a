export {
  explainQuery,
  explainSearch,
  type SystemToExplain,
} from './explain-query.js';
export { worstQuery } from './worst-query.js';
