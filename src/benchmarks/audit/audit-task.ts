import type { EntityFinder, Task, Tools } from '../../core/index.js';
import type {
  AuditedTask,
  AuditReport,
  AuditSettings,
  LeakagePart,
  LeakageReport,
} from '../../experiment/record/index.js';
import { packageVersion } from '../../platform/node/index.js';
import { MOST_EXAMPLES } from './check.js';
import { type AuditFinding, findFlaws } from './find-flaws.js';
import { collectionOfTask, type TextCollection } from './leakage/collection.js';
import { findLeakage } from './leakage/find-leakage.js';
import { type CaseTable, caseReport } from './leakage/same-cases.js';
import { settledLeakage } from './leakage/settings.js';
import { vectorLeaks } from './leakage/vector-leaks.js';
import type { ReasoningOptions } from './reasoning/options.js';
import { reasoningNeed } from './reasoning/reasoning-need.js';

export const AUDIT_PARTS = ['checks', 'reasoning', 'leakage'] as const;
export type AuditPart = (typeof AUDIT_PARTS)[number];

/** What an audit is computed with; everything has a default. */
export interface AuditOptions extends ReasoningOptions {
  /** Which questions are asked; all by default. */
  readonly parts?: readonly AuditPart[];
  /** Collections the task should share nothing with: other tasks, training files. */
  readonly leakWith?: readonly TextCollection[];
  /** Article and diagnosis of cases, for tasks whose documents are cases. */
  readonly cases?: CaseTable;
  /** Is handed everything that checks find; a report shows ten examples of each. */
  readonly onFinding?: (finding: AuditFinding) => void;
  /** A model that looks for personal data besides the rules. */
  readonly ner?: EntityFinder;
  /** The time that the report gives as its own; now by default. */
  readonly at?: Date;
}

/**
 * Audits a task: is it sound, how far do words lead to its evidence, and what does it share with other collections? The corpus is read row by row and never held as a whole; no
 * language model is needed.
 * @example
 * import { auditTask } from 'r2med/benchmarks';
 * import { nodeTools } from 'r2med/platform';
 * import { openTask } from 'r2med/tasks';
 *
 * const report = await auditTask(await openTask('sample', 'Biology'), nodeTools());
 * for (const { title, found, of, unit } of report.checks)
 *   if (found > 0) console.log(`${title}: ${found} of ${of} ${unit}`);
 * console.log(report.reasoning?.headline?.mean);
 */
export const auditTask = async (
  task: Task,
  tools: Tools,
  {
    parts = AUDIT_PARTS,
    leakWith = [],
    cases,
    onFinding,
    ner,
    at = new Date(),
    ...options
  }: AuditOptions = {},
): Promise<AuditReport> => {
  const asked = (part: AuditPart): boolean => parts.includes(part);
  return {
    version: 1,
    task: await aboutTask(task),
    settings: { ...settingsOf(parts, leakWith, options), ...(ner && { ner: ner.name }) },
    checks: asked('checks') ? await findFlaws(task, tools, options, onFinding, ner) : [],
    ...(asked('reasoning') && { reasoning: await reasoningNeed(task, tools, options) }),
    leakage: asked('leakage')
      ? (await leakageOf(task, tools, leakWith, cases, onFinding, options)).map(withFewExamples)
      : [],
    tool: `r2med ${packageVersion()}`,
    at: at.toISOString(),
  };
};

const leakageOf = async (
  task: Task,
  tools: Tools,
  others: readonly TextCollection[],
  cases: CaseTable | undefined,
  onFinding: AuditOptions['onFinding'],
  { seed = 1, spaces = [] }: ReasoningOptions,
): Promise<readonly LeakageReport[]> => {
  const examples = onFinding ? Number.MAX_SAFE_INTEGER : MOST_EXAMPLES;
  const here = collectionOfTask(task);
  const settings = settledLeakage({ seed, examples });
  const shared = others.length > 0 ? await findLeakage(here, others, settings, tools) : [];
  const near: (readonly (readonly LeakagePart[])[])[] = [];
  if (others.length > 0)
    for (const space of spaces) near.push(await vectorLeaks(here, others, space, settings, tools));
  const reports = [
    ...(await caseReport(task, cases, examples)),
    ...shared.map((report, i) => ({
      ...report,
      parts: [...report.parts, ...near.flatMap((bySpace) => bySpace[i]!)],
    })),
  ];
  for (const report of reports) for (const finding of leakedTexts(task.name, report)) onFinding?.(finding);
  return reports;
};

/** Each text that another collection shares, as a finding. */
const leakedTexts = (task: string, { with: other, parts }: LeakageReport): readonly AuditFinding[] =>
  parts.flatMap(({ name, rule, examples }) =>
    examples.map(({ here, there, share, text }) => ({
      task,
      check: 'leakage',
      severity: 'warning',
      ...(name.startsWith('documents ') ? { documents: [here] } : { query: here }),
      there: `${other}: ${there}`,
      detail: `${name}, ${rule}, ${share.toFixed(2)}`,
      text,
    })),
  );

const withFewExamples = (report: LeakageReport): LeakageReport => ({
  ...report,
  parts: report.parts.map((part) => ({ ...part, examples: part.examples.slice(0, MOST_EXAMPLES) })),
});

/** Everything that can change a figure. */
const settingsOf = (
  parts: readonly AuditPart[],
  leakWith: readonly TextCollection[],
  { spaces = [], generated = [], systems = [], expansions, ...plain }: ReasoningOptions,
): AuditSettings => ({
  seed: 1,
  analyzer: 'lucene-english',
  ...plain,
  parts,
  leakWith: leakWith.map(({ name }) => name),
  cosine: spaces.map(({ name }) => name),
  generated: generated.map(({ name }) => name),
  systems: systems.map(({ system }) => system),
  ...(expansions && { expansions: expansions.size }),
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
