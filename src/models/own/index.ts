export type { Alarm } from './child.js';
export { type CommandSettings, openCommand } from './command.js';
export type { Kind, VectorOf } from './kinds.js';
export {
  type ModulePlace,
  type ModuleSettings,
  moduleUse,
  openModule,
  openModuleScorer,
  openModuleSearch,
} from './module.js';
export type { OwnModule } from './module-exports.js';
export type { OwnEmbedder, Similarity } from './own-embedder.js';
