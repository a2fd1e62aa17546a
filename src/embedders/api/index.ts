export {
  type BatchLimits,
  type Budget,
  type Clock,
  type Prompt,
  parseServed,
  type ServedAddress,
  type TokenCutter,
} from '../../api-client/index.js';
export { DIALECTS, type Dialect, type DialectName } from './dialects/index.js';
export { openEmbeddingApi } from './open-embedding-api.js';
export type { EmbeddingApiSettings } from './settings.js';
