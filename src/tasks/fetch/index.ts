export type { FetchReport } from './fetch-report.js';
export { ensureTask, type FetchOptions, fetchTask, fetchTasks } from './fetch-task.js';
