export { fetchDataset, openDataset, openDatasetHere } from './fetch-dataset.js';
export type { FetchOptions, FetchReport } from './fetch-report.js';
export { ensureTask, fetchTask, fetchTasks } from './fetch-task.js';
export { isHubDataset } from './hub-dataset.js';
