export { type AgentSetting, SEARCHES_WITH } from './agent-setting.js';
export { SEARCH_O1, type SearchO1Setting, searchO1 } from './search-o1.js';
export { SEARCH_R1, type SearchR1Setting, searchR1 } from './search-r1.js';
export type { NamedCorpus } from './searcher.js';
