export { openServedSearch, type ServedSearchSettings } from './open-served-search.js';
