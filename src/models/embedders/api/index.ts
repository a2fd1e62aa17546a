export { DIALECTS, type DialectName } from './dialects/index.js';
export { openEmbeddingApi, openLateApi, openSparseApi } from './open-embedding-api.js';
export { byRole, type EmbeddingApiSettings } from './settings.js';
