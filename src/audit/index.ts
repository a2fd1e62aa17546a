export { auditFile, auditsIn, readAudit, writeAudit } from './stored-audits.js';
