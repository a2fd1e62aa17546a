export { openServedSearch } from './open-served-search.js';
