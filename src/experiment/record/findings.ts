import type { AuditCheck, AuditReport, AuditSeverity } from './audit.js';

/** The worst first. */
export const SEVERITIES: readonly AuditSeverity[] = ['error', 'warning', 'note'];

/** What an audit found, the worst first, else in the order of the checks. */
export const findingsOf = ({ checks }: Pick<AuditReport, 'checks'>): readonly AuditCheck[] =>
  SEVERITIES.flatMap((severity) => checks.filter((check) => check.found > 0 && check.severity === severity));
