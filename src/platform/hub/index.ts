export type { RetryPolicy } from '../node/index.js';
export { type HubRepository, hubCache, repositoryFolder, type Snapshot, snapshotFolder } from './cache.js';
export { cachedList } from './cached-list.js';
export {
  ensureModel,
  type FetchModelOptions,
  fetchModel,
  type ModelReport,
  modelFolder,
  type WantedModel,
} from './fetch-model.js';
export {
  diskError,
  type FetchedFile,
  fetchedFile,
  fileCount,
  hubError,
  missingOf,
  mustBeThere,
  stateOf,
} from './fetched-file.js';
export { type Hub, type HubOptions, labelled, openHub } from './hub.js';
export { HubFailure } from './hub-failure.js';
export { checkBlobs, type RemoteFile, soundness, wrongContent } from './remote-file.js';
export { cachedCommit, MAIN, saveCommit } from './revision.js';
