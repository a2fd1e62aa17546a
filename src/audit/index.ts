export { AUDIT_PARTS, type AuditOptions, type AuditPart, auditTask } from './audit-task.js';
export { type CaseOrigin, type CaseTable, readCaseTable } from './case-table.js';
export type { Check } from './check.js';
export { check, checks } from './checks.js';
export { type GateFinding, type GateRule, gateFindings, gateRule, mustBeFinding } from './gate.js';
export {
  collectionOfTask,
  findLeakage,
  joinedCollections,
  type LeakageOptions,
  type TextCollection,
  textsInFiles,
} from './leakage/index.js';
export type { GeneratedTexts, SystemQueryScores, VectorSpace } from './reasoning/index.js';
export { comparisonSection } from './report/comparison-section.js';
export { auditMarkdown, auditsMarkdown } from './report/markdown.js';
export type { Block, RowsBlock, Section } from './report/section.js';
export { sectionsOf } from './report/sections.js';
export { auditFile, auditsIn, readAudit, writeAudit } from './stored-audits.js';
