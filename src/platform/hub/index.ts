export type { Precision as ModelPrecision } from '../../core/index.js';
export type { RetryPolicy } from '../node/index.js';
export { hubCache, repositoryFolder, snapshotFolder } from './cache.js';
export { cachedList } from './cached-list.js';
export { checkBlobs, soundness } from './check-file.js';
export { wrongContent } from './content.js';
export {
  ensureModel,
  type FetchModelOptions,
  fetchModel,
  type ModelReport,
  modelFolder,
  type WantedModel,
} from './fetch-model.js';
export {
  type FetchedFile,
  fetchedFile,
  fileCount,
  missingOf,
  mustBeThere,
  stateOf,
} from './fetched-file.js';
export { type Hub, type HubOptions, labelled, openHub } from './hub.js';
export { diskError, hubError } from './hub-error.js';
export { HubFailure } from './hub-failure.js';
export type { RemoteFile } from './remote-file.js';
export { cachedCommit, MAIN, saveCommit } from './revision.js';
export type { HubRepository, Snapshot } from './snapshot.js';
