export type { Alarm } from './alarm.js';
export { type CommandSettings, openCommand } from './command.js';
export type { Kind, VectorOf } from './kinds.js';
export { type ModuleSettings, openModule } from './module.js';
export type { OwnModule } from './module-exports.js';
export type { OwnEmbedder, Similarity } from './own-embedder.js';
export { timeoutIn } from './time-limit.js';
