export { parseServed, type ServedAddress } from './addresses.js';
export type { BatchLimits } from './batches.js';
export type { Clock } from './clock.js';
export { DIALECTS, type Dialect, type DialectName } from './dialects/index.js';
export type { Budget } from './meter.js';
export { openServed } from './open-served.js';
export type { Prompt, TokenCutter } from './prepare.js';
export type { ServedSettings } from './settings.js';
