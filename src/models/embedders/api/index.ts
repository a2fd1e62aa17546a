export type { Budget } from '../../../platform/api-client/index.js';
export { DIALECTS, type DialectName } from './dialects/index.js';
export { openEmbeddingApi } from './open-embedding-api.js';
export type { EmbeddingApiSettings } from './settings.js';
