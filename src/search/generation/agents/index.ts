export { type AgentSetting, SEARCHES_WITH } from './agent-setting.js';
export { LATTICE_SETTINGS, latticeRetriever } from './lattice.js';
export { REACT_SETTINGS, reactRetriever } from './react.js';
export { searchO1, searchO1Method } from './search-o1.js';
export { searchR1, searchR1Method } from './search-r1.js';
