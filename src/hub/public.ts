/** r2med/hub: datasets and models of the Hugging Face hub, in the cache that Python's huggingface_hub shares. */
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
} from './index.js';
