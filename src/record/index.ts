export { factParts } from './fact-parts.js';
export { QueryResult, type Result, ResultRecord } from './record.js';
