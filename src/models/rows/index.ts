export { hubModelFile } from './hub-files.js';
export { type ModelRow, modelRow, modelRows, publishedRow, type RolePrompt } from './model-rows.js';
export { inInputForm, type Prompt, promptFor } from './prompt.js';
export {
  downloadLine,
  hubReadiness,
  keyReadiness,
  type Machine,
  type Readiness,
  readiness,
} from './readiness.js';
export type { InputForm, InstructionSet, ModelBackend } from './row-schema.js';
export {
  estimatedTokens,
  type Fit,
  fitTo,
  openTokenizer,
  tokenCounter,
  tokenizerRepositories,
} from './token-count.js';
