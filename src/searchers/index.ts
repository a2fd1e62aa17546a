export { openServedSearch, SEARCH_KEY, type ServedSearchSettings } from './open-served-search.js';
