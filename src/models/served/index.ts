export {
  type BatchLimits,
  type Budget,
  type Clock,
  type Prompt,
  parseServed,
  type ServedAddress,
  type TokenCutter,
} from '../service/index.js';
export { DIALECTS, type Dialect, type DialectName } from './dialects/index.js';
export { openServed } from './open-served.js';
export type { ServedSettings } from './settings.js';
