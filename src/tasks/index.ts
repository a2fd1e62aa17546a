export {
  type AnswerRecord,
  type AnswerSettings,
  answersFile,
  mustContinueAnswers,
  writeAnswers,
} from './answer-files.js';
export { documentIds, mustBeOfTask } from './candidates-of-task.js';
export { type ChosenTask, chosenName, chosenTasks, openChosen, type TaskChoice } from './chosen-tasks.js';
export { mustDiffer } from './distinct-tasks.js';
export { earlierGenerations } from './earlier-generations.js';
export { ensureTask, type FetchOptions, type FetchReport, fetchTask, fetchTasks } from './fetch/index.js';
export { isParquet } from './file-rows.js';
export { type FolderFormatName, folderFormats } from './formats/index.js';
export {
  type GenerationRecord,
  type GenerationSettings,
  readGenerationRecord,
} from './generation-record.js';
export { type Generation, generationsPath, readGenerations } from './generations.js';
export { judgementRows } from './judgement-rows.js';
export { lengthNotes } from './length-notes.js';
export { type NamedCorpus, openCorpus } from './open-corpus.js';
export { type OpenFolderOptions, openFolder } from './open-folder.js';
export { type OpenTaskOptions, openTask } from './open-task.js';
export { parquetBytes } from './parquet-bytes.js';
export { separatorOf } from './rows.js';
export { HYBRID_CANDIDATES, type Safeguards, safeguardsIn } from './safeguards.js';
export { folderAndSplit, tasksIn } from './splits.js';
export { generationsIn, type StoredGenerations, storedGenerations } from './stored-generations.js';
export { task } from './task.js';
export { type GivenGrades, type GivenTask, taskOf } from './task-of.js';
export { type Suite, suite, type TaskEntry, taskEntry, taskRegistry } from './task-registry.js';
export type { SuiteSource, TaskCounts, TaskSource } from './task-registry-schema.js';
export { tellNotes } from './task-statistics.js';
export { type TaskStatus, taskFolder, taskStatus } from './task-status.js';
export { type Spread, spread, textLengths } from './text-lengths.js';
export { openVectorFolder, type VectorFolder } from './vector-folder.js';
export {
  type GenerationFiles,
  type GenerationRow,
  generationFolder,
  writeGenerations,
} from './write-generations.js';
