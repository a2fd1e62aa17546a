/** r2med/platform */

// Datasets and models of the hub, in the cache that Python shares.
export {
  ensureModel,
  type FetchedFile,
  type FetchModelOptions,
  fetchModel,
  HubFailure,
  type HubOptions,
  hubCache,
  type ModelReport,
  modelFolder,
  type WantedModel,
} from './hub/index.js';

// What stages may use of this computer, and numpy files.
export {
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
