export { type BriefRecords, briefRecords } from './brief-records.js';
export { readHakariFolder } from './hakari-folder.js';
export {
  DamagedResult,
  type InspectedResult,
  inspectResult,
  readQueries,
  readRecord,
  type StoredRecord,
} from './inspect.js';
export { liveRunsIn, removeLeftRuns, removeLiveRun, writeLiveRun } from './live-runs.js';
export { type CheckedManifest, checkManifest, writeManifest } from './manifest.js';
export { joinedFacts, largestOf, modelFacts } from './model-facts.js';
export { paperSources } from './paper-sources.js';
export {
  type PublishedRow,
  type PublishedSource,
  type PublishedSystem,
  publishedRows,
  publishedSources,
  type Verdict,
  verdict,
} from './published.js';
export { publishedEntries } from './published-entries.js';
export { readReferenceFolder } from './reference-folder.js';
export * from './runs/index.js';
export { readColumns, type ScoreColumns } from './score-columns.js';
export { readSigningKey } from './signing-key.js';
export {
  copyResult,
  fileSafe,
  isSealedBy,
  readResult,
  readResultRun,
  readResults,
  restoreResult,
  resultFolder,
  resultFoldersIn,
  runFile,
  type StoredResult,
  writeResult,
} from './store.js';
export { storedRun, storedRunOf } from './stored-run.js';
