/** r2med/platform */

export {
  ensureModel,
  type FetchedFile,
  type FetchModelOptions,
  fetchModel,
  type Hub,
  HubFailure,
  type HubOptions,
  type HubRepository,
  hubCache,
  type ModelPrecision,
  type ModelReport,
  modelFolder,
  openHub,
  type RemoteFile,
  type Snapshot,
  type WantedModel,
} from './hub/index.js';
export {
  diskCache,
  itemStore,
  type NodeToolsOptions,
  type NpyMatrix,
  noCache,
  nodeTools,
  r2medHome,
  readNpy,
  temporaryItems,
  workers,
  writeNpy,
} from './node/index.js';
