export { buildNano, type NanoReport, planNano } from './build-nano.js';
export { figuresOf } from './figures.js';
export { builtFrom } from './manifest.js';
export type { NanoSet } from './nano-set.js';
export { parquetTable } from './parquet.js';
export { type CheckedFigure, checkProfile } from './profile/check-profile.js';
export { compareBm25, type ListComparison } from './profile/compare-lists.js';
export {
  type ListKind,
  PROFILE_MEASURES,
  type ProfileMeasure,
} from './profile/list-profile.js';
export { type GroupProfile, profileGroup } from './profile/profile-group.js';
export { profileTask, type TaskProfile } from './profile/profile-task.js';
export { sourceLists } from './profile/source-lists.js';
export { type SamplerName, samplers } from './samplers/index.js';
export {
  DEFAULTS as NANO_DEFAULTS,
  type NamedRetriever,
  type NanoOptions,
} from './settings.js';
