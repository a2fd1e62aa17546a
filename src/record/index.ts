export { QueryResult, type Result, ResultRecord } from './record.js';
