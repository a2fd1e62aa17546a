export { folderOf, hubFiles, hubModelFile, type LocalFiles, revisionIn } from './hub-files.js';
export {
  PROBE_TEXTS,
  type ProbeVectors,
  probeDistance,
  probeFile,
  probeText,
  probeTolerance,
  storedProbes,
} from './probes.js';
export { precisionNote, pythonPlace } from './python.js';
export {
  type BackendState,
  downloadLine,
  keyState,
  type Machine,
  noBackend,
  type Readiness,
  readiness,
  serverState,
} from './readiness.js';
export { aroundText, entryParts, idsOf, isHubId, registryIn } from './registry.js';
export {
  type BackendContext,
  type BackendSettings,
  readUsedSettings,
  type UsedSettings,
} from './settings.js';
