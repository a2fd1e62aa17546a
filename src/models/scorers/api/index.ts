export { SCORER_DIALECTS, type ScorerDialectName } from './dialects/index.js';
export { openRerankApi, type RerankApi } from './open-rerank-api.js';
export type { RerankApiSettings } from './settings.js';
