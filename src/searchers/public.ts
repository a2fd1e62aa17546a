/** r2med/searchers: search systems behind HTTP. */
export { openServedSearch, type ServedSearchSettings } from './index.js';
