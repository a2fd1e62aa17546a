import { basename, isAbsolute } from 'node:path';
import { findingCounts, headlineReading, soundnessOf, verdictOf } from '../../benchmarks/audit/index.js';
import { defined } from '../../core/index.js';
import type { AuditFigure, AuditReport } from '../../experiment/record/index.js';
import { isFolderTask } from '../../tasks/index.js';
import { type AuditList, type AuditPage, type AuditRow, keyOf } from '../page-data/index.js';
import { auditLinkOf, type TaskBoards } from './audit-link.js';
import type { OwnAudit } from './records.js';
import type { ShownTask, TaskTexts } from './task-texts.js';

/** The task that was audited, as its texts are found. */
export const auditedTask = ({ key, report: { task } }: OwnAudit): ShownTask => ({
  key,
  name: task.name,
  suite: task.suite,
  results: [],
  identity: task,
});

export const auditListOf = async (
  audits: readonly OwnAudit[],
  boards: TaskBoards,
  texts: TaskTexts,
): Promise<AuditList> => ({
  audits: await Promise.all(audits.map((audit) => auditRowOf(audit, boards, texts))),
});

/** One audit: the report, and what the command line says of it in words. */
export const auditPageOf = async (
  audit: OwnAudit,
  boards: TaskBoards,
  texts: TaskTexts,
): Promise<AuditPage> => {
  const { report } = audit;
  const headline = report.reasoning?.headline;
  return {
    row: await auditRowOf(audit, boards, texts),
    report: withoutPaths(report),
    verdict: verdictOf(report),
    ...(headline && { headlineReading: headlineReading(headline) }),
  };
};

const auditRowOf = async (audit: OwnAudit, boards: TaskBoards, texts: TaskTexts): Promise<AuditRow> => {
  const { report } = audit;
  const { name, suite, queries, documents, judgements } = report.task;
  const { differs = false } = await texts.open(auditedTask(audit));
  const headline = report.reasoning?.headline;
  return {
    ...auditLinkOf(audit, boards),
    suite: suiteOf(suite),
    ...defined({ board: boards.get(keyOf(name, suite)) }),
    sizes: { queries, documents, judgements },
    soundness: soundnessOf(report),
    checks: report.checks.length,
    found: findingCounts(report),
    ...(headline && { headline: withoutExamples(headline) }),
    needs: report.reasoning?.queries.map(({ need }) => need) ?? [],
    analyzer: report.settings.analyzer,
    seed: report.settings.seed,
    at: report.at,
    stale: differs,
  };
};

const withoutExamples = ({ examples: _, ...figure }: AuditFigure): Omit<AuditFigure, 'examples'> => figure;

/** A folder's name: a page that is handed on names no path of this machine. */
const suiteOf = (suite: string): string => (isFolderTask({ suite }) ? basename(suite) : suite);

const withoutPaths = (report: AuditReport): AuditReport => {
  const { seed, analyzer, ...settings } = report.settings;
  return {
    ...report,
    task: { ...report.task, suite: suiteOf(report.task.suite) },
    settings: {
      seed,
      analyzer,
      ...Object.fromEntries(
        Object.entries(settings).map(([name, value]) => [
          name,
          typeof value === 'string' ? nameOf(value) : typeof value === 'object' ? value.map(nameOf) : value,
        ]),
      ),
    },
    leakage: report.leakage.map((each) => ({ ...each, with: nameOf(each.with) })),
  };
};

/** Of a whole path its last part; everything else as it is. */
const nameOf = (text: string): string => (isAbsolute(text) ? basename(text) : text);
