/** r2med/results: records, run files, judgements and published scores, read and written. */
export type { Incomplete, QueryResult, Result, ResultRecord } from '../record/index.js';
export {
  DamagedResult,
  type InspectedResult,
  inspectResult,
  type JudgementsFile,
  type PublishedRow,
  type PublishedSource,
  publishedRows,
  publishedSources,
  RUN_FORMATS,
  type RunFile,
  type RunFormat,
  readJudgements,
  readResult,
  readResults,
  readRun,
  type StoredResult,
  type StoredRunOptions,
  storedRun,
  writeResult,
  writeRun,
} from './index.js';
