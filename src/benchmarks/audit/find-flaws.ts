import { type DocId, fullText, type Task, type Tools } from '../../core/index.js';
import type { AuditCheck, AuditExample } from '../../experiment/record/index.js';
import type { Check } from './check.js';
import { auditChecks } from './checks.js';
import { excerpt } from './excerpt.js';
import { surveyOf } from './survey.js';

/** Is the task sound? Every check in one reading of the corpus, and a second one for the texts of examples. */
export const findFlaws = async (task: Task, tools: Tools): Promise<readonly AuditCheck[]> => {
  const started = auditChecks.map((check) => ({ check, finder: check.start(task) }));
  const looking = started.flatMap(({ finder }) => finder.row?.bind(finder) ?? []);
  const survey = await surveyOf(task, tools, (row) => {
    for (const look of looking) look(row);
  });
  const found = started.map(({ check, finder }) => {
    tools.signal.throwIfAborted();
    return { check, ...reported(check, finder.finish(survey)) };
  });
  if (survey.near.limited > 0)
    tools.note(
      `${task.name}: ${survey.near.limited} texts resemble so many others that not all were compared; near-duplicates may be missing`,
    );
  const texts = await beginnings(task, wantedTexts(found));
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

/** The first words of documents, as examples show them. */
const beginnings = async ({ corpus }: Task, wanted: ReadonlySet<DocId>) => {
  const texts = new Map<DocId, string>();
  if (wanted.size === 0) return texts;
  for await (const batch of corpus.rows())
    for (const row of batch) if (wanted.has(row.id)) texts.set(row.id, excerpt(fullText(row)));
  return texts;
};

const withText = (example: AuditExample, texts: ReadonlyMap<DocId, string>): AuditExample => {
  const text = example.documents?.[0] === undefined ? undefined : texts.get(example.documents[0]);
  return text === undefined ? example : { ...example, text };
};
