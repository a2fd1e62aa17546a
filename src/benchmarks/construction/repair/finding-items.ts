import { fullText, groupBy, InputError, type Task } from '../../../core/index.js';
import type { ReviewItem } from '../../../experiment/record/index.js';
import { auditChecks, mustBeFinding } from '../../audit/index.js';
import { reviewQuestion } from '../review/questions.js';
import { actionsFor, type Finding, readFindings } from './finding.js';

/** Texts of a finding that are shown: a cluster may have thousands of documents, and a reviewer reads all that is shown. */
const MOST_TEXTS = 10;

/** Findings of a file as items of a review. Those that name no text are left out: only one action is possible, so there is nothing to choose. */
export const findingItems = async (file: string, tasks: readonly Task[], checks: readonly string[] = []) => {
  for (const check of checks) mustBeFinding(check);
  const all = await readFindings(file);
  const wanted = all.filter(({ check }) => checks.length === 0 || checks.includes(check));
  const findings = wanted.filter((finding) => actionsFor(finding).length > 1);
  if (findings.length === 0)
    throw new InputError({
      at: { file },
      found: `no finding to review among ${all.length}`,
      expected: `findings${checks.length > 0 ? ` of ${checks.join(', ')}` : ''} that name a query or documents`,
      fix: 'name another file of r2med audit --findings, or other checks with --only',
    });
  const items: ReviewItem[] = [];
  for (const [name, own] of groupBy(findings, ({ task }) => task)) {
    const task = tasks.find((each) => each.name === name);
    const texts = task ? await textsOf(task, own) : new Map<string, string>();
    for (const [id, same] of groupBy(own, (finding) => finding.id)) {
      const labels = labelsOf(same[0]!);
      const strange = task ? labels.find((label) => !texts.has(label)) : `task ${name}`;
      if (strange !== undefined)
        throw new InputError({
          at: { file, line: same[0]!.line },
          found: `a finding of ${same[0]!.check} about ${strange}, which is not in --data`,
          expected: `texts of ${tasks.map((each) => each.name).join(', ')}`,
          fix: 'name the folder that was audited, or audit this one again with --findings',
        });
      const shown = labels.slice(0, MOST_TEXTS).map((label) => ({ label, text: texts.get(label)! }));
      items.push(itemOf(id, same, shown, labels.length - shown.length));
    }
  }
  return { items, leftOut: wanted.length - findings.length };
};

const labelsOf = ({ query, documents = [] }: Finding): readonly string[] => [
  ...(query === undefined ? [] : [`Query ${query}`]),
  ...[...new Set(documents)].map((id) => `Document ${id}`),
];

/** Texts by their labels. What only judgements name has none: that may be what a finding is about. */
const textsOf = async (task: Task, findings: readonly Finding[]): Promise<ReadonlyMap<string, string>> => {
  const judged = [...task.judgements].flatMap(([query, grades]) =>
    labelsOf({ ...findings[0]!, query, documents: [...grades.keys()] }),
  );
  const texts = new Map(
    judged.map((label) => [label, 'Only judgements name it: the task has no such text.']),
  );
  for (const { id, text } of task.queries) texts.set(`Query ${id}`, text);
  const wanted = new Set(findings.flatMap(({ documents = [] }) => documents));
  for await (const batch of task.corpus.rows())
    for (const row of batch) if (wanted.has(row.id)) texts.set(`Document ${row.id}`, fullText(row));
  return texts;
};

const itemOf = (
  id: string,
  same: readonly Finding[],
  texts: ReviewItem['texts'],
  hidden: number,
): ReviewItem => {
  const [finding] = same as [Finding];
  const actions: readonly string[] = actionsFor(finding);
  const question = reviewQuestion('action');
  const choices = question.choices.filter(({ value }) => actions.includes(value));
  const check = auditChecks.find(({ name }) => name === finding.check);
  const said = new Set(same.flatMap(({ detail, there }) => [detail, there]));
  // What was found comes before the rule, which a reviewer knows after the first of its kind.
  const about = [
    `${finding.check} (${finding.severity})${check ? `: ${check.title}` : ''}`,
    [...said].filter((line) => line !== undefined).join('\n'),
    check && `Rule: ${check.definition}`,
    hidden > 0 ? `${hidden} more documents are not shown.` : undefined,
  ];
  return {
    ...{ id, step: 'repair', group: finding.check },
    texts: [{ label: 'Finding', text: about.filter((line) => line !== undefined).join('\n\n') }, ...texts],
    questions: [{ ...question, choices, reason: 'required' }],
  };
};
