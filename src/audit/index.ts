export { type AuditOptions, auditTask } from './audit-task.js';
export type { Check } from './check.js';
export { check, checks } from './checks.js';
export { type GateFinding, type GateRule, gateFindings, gateRule, mustBeFinding } from './gate.js';
export { auditFile, auditsIn, readAudit, writeAudit } from './stored-audits.js';
