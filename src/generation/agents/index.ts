export type { AgentSetting } from './agent-setting.js';
export { type SearchO1Setting, searchO1 } from './search-o1.js';
export { type SearchR1Setting, searchR1 } from './search-r1.js';
export type { NamedCorpus } from './searcher.js';
