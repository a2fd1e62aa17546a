export { type SearchSystemOptions, searchSystem } from './search-system.js';
