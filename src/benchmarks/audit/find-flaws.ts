import {
  type DocId,
  type Document,
  documentsById,
  fullText,
  type Task,
  type Tools,
  withProgress,
} from '../../core/index.js';
import type { AuditCheck, AuditExample } from '../../experiment/record/index.js';
import { type Check, MOST_EXAMPLES } from './check.js';
import { auditChecks } from './checks.js';
import { excerpt } from './excerpt.js';
import { type ReasoningOptions, settledOptions } from './reasoning/options.js';
import { surveyOf } from './survey.js';
import { testEvidence } from './validity/evidence.js';

/** One thing that a check found, as a line of its own. */
export interface AuditFinding extends AuditExample, Pick<AuditCheck, 'severity'> {
  readonly task: string;
  readonly check: string;
}

/**
 * Is the task sound? Every check in one reading of the corpus, one of its index, and a last one for the texts of examples. All that is found is handed to `each`; the
 * report shows the first of each check.
 */
export const findFlaws = async (
  task: Task,
  tools: Tools,
  options: ReasoningOptions = {},
  each?: (finding: AuditFinding) => void,
): Promise<readonly AuditCheck[]> => {
  const most = each ? Number.POSITIVE_INFINITY : MOST_EXAMPLES;
  const started = auditChecks.map((check) => ({ check, finder: check.start(task, most) }));
  const looking = started.flatMap(({ finder }) => finder.row?.bind(finder) ?? []);
  const evidence = await testEvidence(task, tools, settledOptions(options));
  const survey = await surveyOf(task, tools, evidence, (row) => {
    for (const look of looking) look(row);
  });
  const found = Array.from(withProgress(started, `${task.name}: checks`, tools), ({ check, finder }) => {
    const { examples, ...report } = reported(check, finder.finish(survey));
    for (const example of examples)
      each?.({ task: task.name, check: check.name, severity: check.severity, ...example });
    return { check, ...report, examples: examples.slice(0, MOST_EXAMPLES) };
  });
  if (survey.near.limited > 0)
    tools.note(
      `${task.name}: ${survey.near.limited} texts resemble so many others that not all were compared; near-duplicates may be missing`,
    );
  const texts = await documentsById(task.corpus, wantedTexts(found));
  return found.map(({ check, ...report }) => ({
    ...report,
    examples: report.examples.map((example) =>
      check.withoutText || example.text !== undefined ? example : withText(example, texts),
    ),
  }));
};

const reported = (
  { name, title, definition, severity, unit, fix }: Check,
  findings: ReturnType<ReturnType<Check['start']>['finish']>,
): AuditCheck => ({
  name,
  title,
  definition,
  severity,
  unit,
  ...('notApplicable' in findings
    ? { found: 0, of: 0, examples: [], notApplicable: findings.notApplicable }
    : { ...findings, ...(findings.found > 0 && { fix }) }),
});

const wantedTexts = (found: readonly (AuditCheck & { readonly check: Check })[]): ReadonlySet<DocId> =>
  new Set(
    found.flatMap(({ check, examples }) =>
      check.withoutText
        ? []
        : examples.flatMap(({ text, documents }) => (text === undefined && documents?.[0]) || []),
    ),
  );

/** An example with the first words of its first document. */
const withText = (example: AuditExample, texts: ReadonlyMap<DocId, Document>): AuditExample => {
  const document = texts.get(example.documents?.[0] ?? '');
  return document ? { ...example, text: excerpt(fullText(document)) } : example;
};
