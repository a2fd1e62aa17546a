export { type BuildNanoOptions, buildNano, type NanoReport, planNano } from './build-nano.js';
export { builtFrom } from './built-from.js';
export type { CandidateList } from './candidate-lists.js';
export { figuresOf } from './figures.js';
export { type NanoSet, nanoSet } from './nano-set.js';
export { parquetTable } from './parquet.js';
export {
  type CheckedFigure,
  checkProfile,
  compareBm25,
  type GroupProfile,
  type ListComparison,
  type ListKind,
  type ListProfile,
  PROFILE_MEASURES,
  type ProfileMeasure,
  type ProfileOptions,
  profileGroup,
  profileTask,
  type SourceList,
  sourceLists,
  type TaskProfile,
} from './profile/index.js';
export { type SamplerName, samplers } from './samplers/index.js';
export {
  DEFAULTS as NANO_DEFAULTS,
  type NamedRetriever,
  type NanoOptions,
  type NanoSettings,
} from './settings.js';
