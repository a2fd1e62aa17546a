/** r2med/platform */

// Datasets and models of the hub, in the cache that Python shares.
export {
  ensureModel,
  type FetchedFile,
  fetchModel,
  HubFailure,
  hubCache,
  modelFolder,
  type WantedModel,
} from './hub/index.js';

// What stages may use of this computer, and numpy files.
export { type NpyMatrix, nodeTools, readNpy, writeNpy } from './node/index.js';
