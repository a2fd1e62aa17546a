export {
  type PublishedRow,
  type PublishedSource,
  type PublishedSystem,
  publishedRows,
  publishedSources,
  type Verdict,
  verdict,
} from './published.js';
export * from './runs/index.js';
export { fileSafe, readResult, readResults, resultFolder, runFile, writeResult } from './store.js';
export { fileExists, type StoredRunOptions, storedRun } from './stored-run.js';
