import type { AuditReport } from '../../../experiment/record/index.js';
import { checksSection, nextSteps, verdictOf } from './checks-section.js';
import { leakageSections } from './leakage-section.js';
import { reasoningSections } from './reasoning-section.js';
import { count, counted, type Section, text } from './section.js';

/** A report in the order of reading: what was audited, whether it is sound, how much reasoning it needs, what leaks, what to do. */
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
    ...present(checksSection(report)),
    ...(reasoning ? reasoningSections(reasoning, figures) : []),
    ...leakageSections(leakage),
    ...present(nextSteps(report)),
  ];
};

const present = (section: Section | undefined): readonly Section[] => (section ? [section] : []);
