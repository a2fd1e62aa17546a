export { openPostgres } from './postgres.js';
