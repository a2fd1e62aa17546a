export { openOpenSearch } from './opensearch.js';
