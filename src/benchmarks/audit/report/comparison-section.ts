import { groupBy } from '../../../core/index.js';
import { compareNeed } from '../../../evaluation/statistics/index.js';
import {
  type AuditReport,
  type AuditSeverity,
  findingsOf,
  type ScoreDependence,
  SEVERITIES,
} from '../../../experiment/record/index.js';
import { dependenceSections, intervalOf } from './reasoning-section.js';
import { count, counted, intervalText, rows, type Section, signed, text, valueText } from './section.js';

/** Tasks side by side: which has the larger lexical gap, which is less sound? With how scores depend on overlap over all of them. */
export const comparisonSections = (
  reports: readonly AuditReport[],
  pooled: readonly ScoreDependence[] = [],
): readonly Section[] => {
  const ordered = byNeed(reports);
  return [
    {
      heading: `${counted(reports.length, 'tasks')} side by side`,
      blocks: [
        rows(
          ['need', '95 % interval', 'first − this', 'errors', 'warnings', 'task'],
          ordered.map((report) => [
            ...needCells(report),
            differenceText(ordered[0]!, report),
            ...(['error', 'warning'] as const).map((severity) => foundText(report, severity)),
            report.task.name,
          ]),
        ),
        text(READING),
      ],
    },
    ...findingsSection(reports),
    ...dependenceSections(pooled, 'Do scores depend on overlap, over all tasks?'),
  ];
};

/** What was found where, the worst first. */
const findingsSection = (reports: readonly AuditReport[]): readonly Section[] => {
  const all = reports.flatMap((report) =>
    findingsOf(report).map((check) => ({ ...check, task: report.task.name })),
  );
  const byName = groupBy(all, ({ name }) => name);
  const found = SEVERITIES.flatMap((severity) =>
    [...byName.values()].filter(([first]) => first!.severity === severity),
  );
  if (found.length === 0) return [];
  return [
    {
      heading: 'What was found',
      blocks: [
        rows(
          ['severity', 'check', 'tasks'],
          found.map((checks) => [
            checks[0]!.severity,
            checks[0]!.name,
            checks
              .map(({ task, found: n, of, unit }) => `${task} ${count(n)} of ${counted(of, unit)}`)
              .join('; '),
          ]),
        ),
      ],
    },
  ];
};

const READING =
  'The largest lexical gap first. need: 0 if the words of queries lead straight to the evidence, 0.86 if they lead nowhere, which wrong judgements do too. first − this: 95 % interval of the difference; without 0 in it, the first task has a larger gap than this one.';

const needCells = ({ reasoning }: AuditReport): readonly [string, string] => {
  const headline = reasoning?.headline;
  return headline ? [valueText(headline.mean, headline.unit), intervalOf(headline)] : ['–', '–'];
};

/** What was not checked has no count: 0 would say that it is sound. */
const foundText = (report: AuditReport, wanted: AuditSeverity): string =>
  report.checks.length === 0
    ? '–'
    : count(findingsOf(report).filter(({ severity }) => severity === wanted).length);

const differenceText = (first: AuditReport, other: AuditReport): string => {
  if (first === other || !first.reasoning?.queries.length || !other.reasoning?.queries.length) return '–';
  const named = ({ task, reasoning }: AuditReport) => ({ task: task.name, need: reasoning! });
  const { interval } = compareNeed(named(first), named(other), first.settings.seed);
  return intervalText(interval, (value) => signed(value, 3));
};

const byNeed = (reports: readonly AuditReport[]): readonly AuditReport[] =>
  [...reports].sort((a, b) => (b.reasoning?.headline?.mean ?? -1) - (a.reasoning?.headline?.mean ?? -1));
