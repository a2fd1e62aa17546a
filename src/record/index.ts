export { countedResults, incompleteLine, isIncomplete } from './counted-results.js';
export { factParts } from './fact-parts.js';
export { type Incomplete, incompleteText } from './incomplete.js';
export { QueryResult, type Result, ResultRecord } from './record.js';
