export { fetchDataset, openDataset, openDatasetHere } from './fetch-dataset.js';
export { ensureTask, type FetchOptions, type FetchReport, fetchTask, fetchTasks } from './fetch-task.js';
export { isHubDataset } from './hub-dataset.js';
