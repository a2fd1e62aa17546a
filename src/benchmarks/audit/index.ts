export { AUDIT_PARTS, type AuditOptions, type AuditPart, auditTask } from './audit-task.js';
export { type CaseOrigin, type CaseTable, readCaseTable } from './case-table.js';
export type { Check, Finder, Findings, Row, Survey } from './check.js';
export { checks } from './checks.js';
export {
  type GateFinding,
  type GateRule,
  gateFindings,
  gateRule,
  mustBeAsked,
  mustBeFinding,
} from './gate.js';
export {
  type CollectionText,
  collectionOfTask,
  findLeakage,
  joinedCollections,
  type LeakageOptions,
  type TextCollection,
  type TextRole,
  textsInFiles,
} from './leakage/index.js';
export type { NearRow, NearRows } from './near-rows.js';
export {
  compareNeed,
  type Expansions,
  type GeneratedTexts,
  type NamedNeed,
  type NeedComparison,
  type ReasoningOptions,
  readExpansions,
  reasoningNeed,
  type ScoredTask,
  type SystemQueryScores,
  scoreDependence,
  type VectorSpace,
} from './reasoning/index.js';
export { findingCounts, soundnessOf, verdictOf } from './report/checks-section.js';
export { comparisonSections } from './report/comparison-section.js';
export { auditMarkdown, auditsMarkdown, markdownOf } from './report/markdown.js';
export { headlineReading } from './report/reasoning-section.js';
export type { Block, RowsBlock, Section } from './report/section.js';
export { sectionsOf } from './report/sections.js';
export { auditFile, auditFilesIn, auditsIn, readAudit, readAuditFile, writeAudit } from './stored-audits.js';
