import { type AuditLink, type Key, keyOf } from '../page-data/index.js';
import type { OwnAudit } from './records.js';

/** Names of boards by the key of a task that has a page. */
export type TaskBoards = ReadonlyMap<Key, string>;

export const auditLinkOf = ({ key, name, report }: OwnAudit, boards: TaskBoards): AuditLink => {
  const task = keyOf(report.task.name, report.task.suite);
  return { key, name, ...(boards.has(task) && { task }) };
};
