export { factParts } from './fact-parts.js';
export {
  countedResults,
  type Incomplete,
  incompleteLine,
  incompleteText,
  isIncomplete,
} from './incomplete.js';
export { QueryResult, RECORD_VERSION, type Result, ResultRecord } from './record.js';
export { Seal, SealedRecord } from './sealed-record.js';
