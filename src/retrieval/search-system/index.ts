export { type SearchSystemOptions, searchSystem } from './search-system.js';
export { type SearcherOptions, searcher } from './searcher.js';
