export type { ServedSearchSettings } from './open-served-search.js';
export { openServedSearch } from './open-served-search.js';
