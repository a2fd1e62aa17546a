export * from './answer-files.js';
export { HYBRID_CANDIDATES, mustBeOfTask, type Safeguards, safeguardsIn } from './candidates.js';
export * from './chosen-tasks.js';
export { readJudgementTable } from './columns/judgement-table-file.js';
export {
  ensureTask,
  type FetchOptions,
  type FetchReport,
  fetchDataset,
  fetchTask,
  fetchTasks,
  isHubDataset,
  openDatasetHere,
} from './fetch/index.js';
export { isParquet } from './file-rows.js';
export { fileHash, folderAndSplit, tasksIn } from './folder-files.js';
export { type FolderFormatName, folderFormats } from './formats/index.js';
export {
  type Generation,
  type GenerationRecord,
  type GenerationSettings,
  generationsPath,
  readGenerationRecord,
  readGenerations,
} from './generations.js';
export { checkJoin, type JoinCheck, type JoinedIds } from './join-check.js';
export { type NamedCorpus, openCorpus } from './open-corpus.js';
export { type OpenFolderOptions, openFolder } from './open-folder.js';
export {
  type OpenTaskOptions,
  openTask,
  type TaskStatus,
  task,
  taskFolder,
  taskStatus,
} from './open-task.js';
export { parquetBytes } from './parquet-bytes.js';
export { pathsOf, valueAt } from './raw/column-path.js';
export { asText, textAt, textsAt, unpacked, wrongField } from './raw/field-values.js';
export type { RawRow } from './raw/raw-row.js';
export { allRows } from './raw/raw-rows.js';
export { judgementRows } from './read-judgements.js';
export { separatorOf } from './rows.js';
export { type StoredAnswers, storedAnswers } from './stored-answers.js';
export { generationsIn, type StoredGenerations, storedGenerations } from './stored-generations.js';
export { type GivenGrades, type GivenTask, givenJudgements, taskOf } from './task-of.js';
export * from './task-registry.js';
export { mustJoin, tellNotes } from './task-statistics.js';
export { type Expand, type Expansions, expanderOf, readExpansions } from './terms/expansions.js';
export { lengthNotes, type Spread, spread, textLengths } from './text-lengths.js';
export { openVectorFolder, type VectorFolder } from './vector-folder.js';
export * from './write-generations.js';
export { mustTakeTask, TASK_LAYOUTS, type TaskLayout, writeTask } from './write-task.js';
