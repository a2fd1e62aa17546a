export { factParts } from './fact-parts.js';
export {
  countedResults,
  type Incomplete,
  incompleteLine,
  incompleteText,
  isIncomplete,
} from './incomplete.js';
export { QueryResult, type Result, ResultRecord } from './record.js';
