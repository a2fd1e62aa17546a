export { type BuildNanoOptions, buildNano, type NanoReport, planNano } from './build-nano.js';
export { builtFrom, type NanoSource } from './built-from.js';
export { type CandidateList, candidateLists, configName } from './candidate-lists.js';
export { figuresOf, type ListFigures, type SplitFigures } from './figures.js';
export type { JudgedPair } from './judged-pair.js';
export { type LeftOut, type NanoSet, nanoSet } from './nano-set.js';
export {
  type CheckedFigure,
  checkProfile,
  compareBm25,
  type GroupProfile,
  type ListComparison,
  type ListKind,
  type ListMeans,
  type ListProfile,
  PROFILE_MEASURES,
  type ProfileMeasure,
  type ProfileOptions,
  profileGroup,
  profileList,
  profileTask,
  type SourceList,
  sourceLists,
  type TaskProfile,
} from './profile/index.js';
export { type PythonRandom, pythonRandom } from './python-random.js';
export { type SafeguardPlace, safeguarded } from './safeguard.js';
export { type SamplerName, samplers } from './samplers/index.js';
export {
  DEFAULTS as NANO_DEFAULTS,
  type NamedRetriever,
  type NanoOptions,
  type NanoSettings,
} from './settings.js';
