export { SCORER_DIALECTS, type ScorerDialectName } from './dialects/index.js';
export type { ScorerForm } from './judge-form.js';
export { openRerankApi, type RerankApi, type RerankApiUsage } from './open-rerank-api.js';
export type { RerankApiSettings } from './settings.js';
