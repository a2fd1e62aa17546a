import type { AuditReport, LeakageReport } from '../../../experiment/record/index.js';
import { ITSELF } from '../leakage/same-cases.js';
import { checksSection, nextSteps, verdictOf } from './checks-section.js';
import { reasoningSections } from './reasoning-section.js';
import { count, counted, list, rows, type Section, share, text } from './section.js';

/** A report in the order of reading: what was audited, whether it is sound, how far words lead, what leaks, what to do. */
export const sectionsOf = (
  report: AuditReport,
  { figures }: { readonly figures: boolean },
): readonly Section[] => {
  const { task, reasoning, leakage, settings, tool } = report;
  const { queries, documents, judgements, answers } = task;
  return [
    {
      heading: `Audit of ${task.name} (${task.suite})`,
      blocks: [
        text(verdictOf(report)),
        text(
          `${counted(queries, 'queries')} (${count(answers)} with an answer), ${counted(documents, 'documents')}, ${counted(judgements, 'judgements')}; analyzer ${settings.analyzer}, seed ${settings.seed}${figures ? `, ${tool}, ${report.at.slice(0, 10)}` : ''}.`,
        ),
      ],
    },
    ...checksSection(report),
    ...(reasoning ? reasoningSections(reasoning, figures) : []),
    ...leakageSections(leakage),
    ...nextSteps(report),
  ];
};

/** What does it share with other collections? */
export const leakageSections = (leakage: readonly LeakageReport[]): readonly Section[] =>
  leakage.map(({ with: other, texts, parts, notes }) => {
    const found = parts.filter((part) => part.found > 0);
    const rules = [...new Set(parts.map(({ rule }) => rule))].join(', ');
    const compared = other === ITSELF ? counted(texts, 'queries') : counted(texts, 'texts');
    const summary =
      parts.length === 0
        ? 'Not compared: no text of the task is long enough.'
        : `Compared: ${compared}${found.length > 0 ? '' : `; nothing shared by ${rules}`}.`;
    const rowsFound = rows(
      ['found', 'share', 'rule', 'what'],
      found.map(({ found: n, of, rule, name, examples: [first] }) => [
        ...[`${count(n)} of ${count(of)}`, share(n, of), rule],
        `${name}; first: ${first ? `${first.here} ${rule === 'holds' ? 'holds' : 'in'} ${first.there}` : '–'}`,
      ]),
    );
    return {
      heading: other === ITSELF ? 'Leakage within the task' : `Leakage: ${other}`,
      blocks: [
        text(summary),
        ...(found.length > 0 ? [rowsFound] : []),
        ...(notes.length > 0 ? [list(notes)] : []),
      ],
    };
  });
