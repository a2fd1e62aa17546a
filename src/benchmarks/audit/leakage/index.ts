export {
  type CollectionText,
  collectionOfTask,
  joinedCollections,
  type TextCollection,
  type TextRole,
} from './collection.js';
export { findLeakage } from './find-leakage.js';
export { textsInFiles } from './read-texts.js';
export { caseOverlap } from './same-cases.js';
export type { LeakageOptions } from './settings.js';
