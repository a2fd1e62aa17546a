import {
  type AuditCheck,
  type AuditReport,
  type AuditSeverity,
  findingsOf,
} from '../../../experiment/record/index.js';
import { count, counted, list, rows, type Section, share, text } from './section.js';

/** Checks that found something, by severity. */
export const findingCounts = (report: AuditReport): Readonly<Record<AuditSeverity, number>> => {
  const counts = { error: 0, warning: 0, note: 0 };
  for (const { severity } of findingsOf(report)) counts[severity] += 1;
  return counts;
};

/** An error in a larger share of what was looked at is more than a few rows to repair. */
const MUCH = 0.05;

/** Whether it is sound, in a word or two. Judgements that are no better than chance are not sound, however many queries fail. */
export const soundnessOf = (report: AuditReport): string => {
  if (report.checks.length === 0) return 'Not checked for soundness';
  const errors = findingsOf(report).filter(({ severity }) => severity === 'error');
  if (errors.some(({ name, found, of }) => name.endsWith('-by-chance') || found > MUCH * of))
    return 'Not sound';
  if (errors.length > 0) return 'Sound after repair';
  return findingCounts(report).warning > 0 ? 'Sound, with reservations' : 'Sound';
};

/** "Not sound: 2 errors, 1 warning, 3 notes from 29 checks." */
export const verdictOf = (report: AuditReport): string => {
  if (report.checks.length === 0) return `${soundnessOf(report)}.`;
  const { error, warning, note } = findingCounts(report);
  return `${soundnessOf(report)}: ${counted(error, 'errors')}, ${counted(warning, 'warnings')}, ${counted(note, 'notes')} from ${counted(report.checks.length, 'checks')}.`;
};

export const checksSection = (report: AuditReport): readonly Section[] => {
  if (report.checks.length === 0) return [];
  const found = findingsOf(report);
  const unanswered = report.checks.filter(({ notApplicable }) => notApplicable !== undefined);
  const clear = report.checks.length - found.length - unanswered.length;
  const rowsFound = rows(
    ['severity', 'found', 'share', 'check'],
    found.map(({ severity, found: n, of, unit, title, name }) => [
      ...[severity, `${count(n)} of ${counted(of, unit)}`, share(n, of), `${title} (${name})`],
    ]),
  );
  const others = text(`${clear === 1 ? '1 other check' : `${clear} other checks`} found nothing.`);
  const blocks = [
    ...(found.length > 0 ? [rowsFound, others] : [text('No check found anything.')]),
    ...report.checks.flatMap(({ tested }) => (tested === undefined ? [] : [text(tested)])),
    ...(unanswered.length > 0
      ? [list(unanswered.map(({ name, notApplicable }) => `Not applicable: ${name} (${notApplicable}).`))]
      : []),
  ];
  return [{ heading: 'Is it sound?', blocks }];
};

export const nextSteps = (report: AuditReport): readonly Section[] => {
  const found = findingsOf(report).filter(({ severity }) => severity !== 'note');
  const steps = list(found.map((check) => `${check.name}: ${check.fix} ${firstExample(check)}`.trim()));
  return found.length === 0 ? [] : [{ heading: 'Next steps', blocks: [steps] }];
};

const firstExample = ({ examples, found }: AuditCheck): string => {
  const [first] = examples;
  if (!first) return '';
  const where = [
    ...(first.query === undefined ? [] : [`query ${first.query}`]),
    ...(first.documents?.length
      ? [`${first.documents.length > 1 ? 'documents' : 'document'} ${first.documents.join(', ')}`]
      : []),
  ].join(', ');
  return `${found === 1 ? 'It is' : 'The first is'} ${where} (${first.detail}).`;
};
