export { countedResults, incompleteLine, isIncomplete } from './counted-results.js';
export { factParts } from './fact-parts.js';
export { type Incomplete, incompleteText } from './incomplete.js';
export { QueryResult, RECORD_VERSION, type Result, ResultRecord } from './record.js';
export { Seal, SealedRecord } from './sealed-record.js';
