export { type CheckedFigure, checkProfile } from './check-profile.js';
export { compareBm25, type ListComparison } from './compare-lists.js';
export {
  type ListKind,
  type ListProfile,
  PROFILE_MEASURES,
  type ProfileMeasure,
  type SourceList,
} from './list-profile.js';
export { type GroupProfile, profileGroup } from './profile-group.js';
export { profileTask, type TaskProfile } from './profile-task.js';
export { type ProfileOptions, sourceLists } from './source-lists.js';
