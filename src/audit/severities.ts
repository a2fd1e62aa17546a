import type { AuditSeverity } from '../record/index.js';

/** The worst first. */
export const SEVERITIES: readonly AuditSeverity[] = ['error', 'warning', 'note'];
