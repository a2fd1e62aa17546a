import { type EntityFinder, fullText, type Task, type Tools, withProgress } from '../../core/index.js';
import type { AuditCheck, AuditExample } from '../../experiment/record/index.js';
import { type Check, MOST_EXAMPLES } from './check.js';
import { auditChecks } from './checks.js';
import { excerpt } from './excerpt.js';
import { openPersonalDataScan } from './personal-data-scan.js';
import { dataIn } from './personal-data-worker.js';
import { type ReasoningOptions, settledOptions } from './reasoning/options.js';
import { surveyOf } from './survey.js';
import { testEvidence } from './validity/evidence.js';

/** One thing that a check found: a line of `audit --findings`, with all documents that it is about. */
export interface AuditFinding extends AuditExample, Pick<AuditCheck, 'severity'> {
  readonly task: string;
  /** A check, or `leakage`. */
  readonly check: string;
  /** Of leakage, where the text occurs: the other collection and the id there. */
  readonly there?: string;
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
  ner?: EntityFinder,
): Promise<readonly AuditCheck[]> => {
  const most = each ? Number.POSITIVE_INFINITY : MOST_EXAMPLES;
  const dataOf = ner ? await queryData(task, ner, tools) : dataIn;
  const started = auditChecks.map((check) => ({ check, finder: check.start(task, most, dataOf) }));
  const looking = started.flatMap(({ finder }) => finder.row?.bind(finder) ?? []);
  const evidence = await testEvidence(task, tools, settledOptions(options));
  const survey = await surveyOf(
    task,
    tools,
    evidence,
    (row) => {
      for (const look of looking) look(row);
    },
    ner,
  );
  const found = Array.from(withProgress(started, `${task.name}: checks`, tools), ({ check, finder }) => ({
    check,
    ...reported(check, finder.finish(survey)),
  }));
  if (survey.near.limited > 0)
    tools.note(
      `${task.name}: ${survey.near.limited} texts resemble so many others that not all were compared; near-duplicates may be missing`,
    );
  const texts = await excerptsOf(task, wantedTexts(found));
  return found.map(({ check, ...report }) => {
    const examples = report.examples.map((example) => withText(example, check, texts));
    for (const example of examples)
      each?.({ task: task.name, check: check.name, severity: check.severity, ...example });
    return { ...report, examples: examples.slice(0, MOST_EXAMPLES).map(shortened) };
  });
};

/** What of each query may identify a person, by rules and model. */
const queryData = async ({ queries }: Task, ner: EntityFinder, tools: Tools) => {
  const texts = queries.map(({ text }) => text);
  const found = await openPersonalDataScan(tools, ner).give(texts);
  const byText = new Map(texts.map((text, i) => [text, found.get(i) ?? []]));
  return (text: string) => byText.get(text) ?? [];
};

/** A cluster of near-duplicates may have thousands of documents; a report is for reading. */
const MOST_DOCUMENTS = 5;

const shortened = (example: AuditExample): AuditExample =>
  example.documents ? { ...example, documents: example.documents.slice(0, MOST_DOCUMENTS) } : example;

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

const wantedTexts = (found: readonly (AuditCheck & { readonly check: Check })[]): ReadonlySet<string> =>
  new Set(
    found.flatMap(({ check, examples }) =>
      check.withoutText
        ? []
        : examples.flatMap(({ text, documents }) => (text === undefined && documents?.[0]) || []),
    ),
  );

/** The first words of documents. Of a repeated id the last text. */
const excerptsOf = async ({ corpus }: Task, wanted: ReadonlySet<string>) => {
  const texts = new Map<string, string>();
  if (wanted.size > 0)
    for await (const batch of corpus.rows())
      for (const document of batch)
        if (wanted.has(document.id)) texts.set(document.id, excerpt(fullText(document)));
  return texts;
};

/** An example with the first words of its first document. */
const withText = (
  example: AuditExample,
  { withoutText }: Check,
  texts: ReadonlyMap<string, string>,
): AuditExample => {
  const text =
    withoutText || example.text !== undefined ? undefined : texts.get(example.documents?.[0] ?? '');
  return text === undefined ? example : { ...example, text };
};
