export * from './agents/index.js';
export * from './beyond/index.js';
export { promptText } from './conversation.js';
export {
  type Entered,
  type Entering,
  type EnteringSettings,
  entering,
  type Searches,
  searchesOf,
} from './enter.js';
export * from './judge/index.js';
export { type LiveWritingOptions, liveWriting } from './live-writing.js';
export * from './methods/index.js';
export {
  type Amount,
  ASSUMPTIONS,
  type Assumptions,
  type PlanOptions,
  planWriting,
  type WritingPlan,
} from './plan.js';
export { samplingSpec } from './sampling.js';
export { type StoredTexts, storedWriting } from './stored-writing.js';
export { truncatedAnswers } from './truncated.js';
export { type WriteAllOptions, writeAll } from './write-all.js';
export type { WritingSettings } from './write-each.js';
export type { Ask, Draft, Expected, FoundDocument, OpenWriter, Step, Writer } from './writer.js';
export {
  type QueryDraft,
  type SampleTrace,
  type WritingFailure,
  WritingStopped,
  type WritingUsage,
  type WrittenAll,
} from './written.js';
