export { ensureTask, type FetchOptions, type FetchReport, fetchTask, fetchTasks } from './fetch-task.js';
