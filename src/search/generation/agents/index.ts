export { type AgentSetting, SEARCHES_WITH } from './agent-setting.js';
export { type SearchO1Setting, searchO1, searchO1Method } from './search-o1.js';
export { type SearchR1Setting, searchR1, searchR1Method } from './search-r1.js';
