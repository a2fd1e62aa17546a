import type { AuditCheck, AuditReport } from '../../record/index.js';
import { SEVERITIES } from '../severities.js';
import { count, counted, share } from './numbers.js';
import { list, rows, type Section, text } from './section.js';

/** What was found, the worst first, else in the order of the checks. */
export const findingsOf = ({ checks }: AuditReport): readonly AuditCheck[] =>
  SEVERITIES.flatMap((severity) => checks.filter((check) => check.found > 0 && check.severity === severity));

/** "2 errors, 1 warning and 3 notes from 29 checks". */
export const verdictOf = (report: AuditReport): string => {
  if (report.checks.length === 0) return 'Not checked for soundness.';
  const found = findingsOf(report);
  const [errors, warnings, notes] = SEVERITIES.map(
    (each) => found.filter(({ severity }) => severity === each).length,
  );
  const word = errors ? 'Not sound' : warnings ? 'Sound, with reservations' : 'Sound';
  return `${word}: ${counted(errors!, 'errors')}, ${counted(warnings!, 'warnings')}, ${counted(notes!, 'notes')} from ${counted(report.checks.length, 'checks')}.`;
};

/** Is the task sound? */
export const checksSection = (report: AuditReport): Section | undefined => {
  if (report.checks.length === 0) return undefined;
  const found = findingsOf(report);
  const unanswered = report.checks.filter(({ notApplicable }) => notApplicable !== undefined);
  const clear = report.checks.length - found.length - unanswered.length;
  return {
    heading: 'Is it sound?',
    blocks: [
      ...(found.length > 0
        ? [
            rows(
              ['severity', 'found', 'share', 'check'],
              found.map(({ severity, found: n, of, unit, title, name }) => [
                severity,
                `${count(n)} of ${counted(of, unit)}`,
                share(n, of),
                `${title} (${name})`,
              ]),
            ),
          ]
        : []),
      text(
        found.length > 0
          ? `${clear === 1 ? '1 other check' : `${clear} other checks`} found nothing.`
          : 'No check found anything.',
      ),
      ...(unanswered.length > 0
        ? [list(unanswered.map(({ name, notApplicable }) => `Not applicable: ${name} (${notApplicable}).`))]
        : []),
    ],
  };
};

/** What to look at, and what to do. */
export const nextSteps = (report: AuditReport): Section | undefined => {
  const found = findingsOf(report).filter(({ severity }) => severity !== 'note');
  return found.length === 0
    ? undefined
    : {
        heading: 'Next steps',
        blocks: [list(found.map((check) => `${check.name}: ${check.fix} ${firstExample(check)}`.trim()))],
      };
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
