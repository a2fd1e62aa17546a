export { SCORER_DIALECTS, type ScorerDialectName } from './dialects/index.js';
export { openRerankApi, type RerankApi, type RerankApiUsage } from './open-rerank-api.js';
export type { RerankApiSettings, ScorerForm } from './settings.js';
