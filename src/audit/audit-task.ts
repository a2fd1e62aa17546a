import type { Task, Tools } from '../core/index.js';
import { packageVersion } from '../node/index.js';
import type { AuditedTask, AuditReport } from '../record/index.js';
import { findFlaws } from './find-flaws.js';

/** What an audit is computed with; everything has a default. */
export interface AuditOptions {
  /** Seed of all random choices: 1 by default. */
  readonly seed?: number;
  /** Analyzer of the token sets, as `analyze` names it: `lucene-english` by default. */
  readonly analyzer?: string;
  /** The time that the report gives as its own; now by default. */
  readonly at?: Date;
}

/**
 * Audits a task: is it sound? The corpus is read row by row and never held as a whole.
 * @example
 * import { nodeTools } from 'r2med/node';
 * import { auditTask } from 'r2med/audit';
 * import { openTask } from 'r2med/tasks';
 *
 * const report = await auditTask(await openTask('sample', 'Biology'), nodeTools());
 * for (const { title, found, of, unit } of report.checks)
 *   if (found > 0) console.log(`${title}: ${found} of ${of} ${unit}`);
 */
export const auditTask = async (
  task: Task,
  tools: Tools,
  { seed = 1, analyzer = 'lucene-english', at = new Date() }: AuditOptions = {},
): Promise<AuditReport> => ({
  version: 1,
  task: await aboutTask(task),
  settings: { seed, analyzer },
  checks: await findFlaws(task, tools),
  leakage: [],
  tool: `r2med ${packageVersion()}`,
  at: at.toISOString(),
});

const aboutTask = async (task: Task): Promise<AuditedTask> => {
  const { documents, judgements } = await task.statistics();
  return {
    name: task.name,
    suite: task.suite,
    revision: task.revision,
    contentHash: task.contentHash,
    queries: task.queries.length,
    documents,
    judgements,
    answers: [...task.labels.values()].filter(({ answer }) => answer?.trim()).length,
  };
};
