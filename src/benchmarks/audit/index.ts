export { AUDIT_PARTS, type AuditOptions, type AuditPart, auditTask } from './audit-task.js';
export { optionsIn } from './checks/answer-options.js';
export { auditChecks } from './checks.js';
export type { AuditFinding } from './find-flaws.js';
export * from './gate.js';
export {
  collectionOfTask,
  joinedCollections,
  type TextCollection,
} from './leakage/collection.js';
export { findLeakage } from './leakage/find-leakage.js';
export { textsInFiles } from './leakage/read-texts.js';
export { readCaseTable } from './leakage/same-cases.js';
export type { LeakageOptions } from './leakage/settings.js';
export { NEAR } from './near-rows.js';
export { type ScoredTask, scoreDependence } from './reasoning/dependence.js';
export type {
  GeneratedTexts,
  ReasoningOptions,
  SystemQueryScores,
  VectorSpace,
} from './reasoning/options.js';
export { reasoningNeed } from './reasoning/reasoning-need.js';
export { findingCounts, soundnessOf, verdictOf } from './report/checks-section.js';
export { comparisonSections } from './report/comparison-section.js';
export { auditMarkdown, auditsMarkdown, markdownOf } from './report/markdown.js';
export { headlineReading } from './report/reasoning-section.js';
export type { Block, RowsBlock, Section } from './report/section.js';
export { sectionsOf } from './report/sections.js';
export { auditFile, auditFilesIn, auditsIn, readAudit, readAuditFile, writeAudit } from './stored-audits.js';
