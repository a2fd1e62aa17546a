export type { ModelBackend } from './entry-schema.js';
export { hubFiles, hubModelFile, type LocalFiles } from './hub-files.js';
export { type ModelEntry, modelEntries, modelEntry, publishedEntry } from './model-entries.js';
export { inInputForm, type Prompt, promptFor } from './prompt.js';
export {
  downloadLine,
  type Machine,
  noBackend,
  type Readiness,
  readiness,
} from './readiness.js';
export {
  fitTo,
  openTokenizer,
  type TokenFit,
  tokenCounter,
  tokenizerRepositories,
} from './token-count.js';
