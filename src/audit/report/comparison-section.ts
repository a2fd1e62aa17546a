import type { AuditReport } from '../../record/index.js';
import { findingsOf } from './checks-section.js';
import { count, valueText } from './numbers.js';
import { intervalOf } from './reasoning-section.js';
import { rows, type Section, text } from './section.js';

/** Tasks side by side: which needs more reasoning, which is less sound? */
export const comparisonSection = (reports: readonly AuditReport[]): Section => ({
  heading: `${reports.length} tasks side by side`,
  blocks: [
    rows(
      ['queries', 'documents', 'errors', 'warnings', 'need', '95 % interval', 'task'],
      byNeed(reports).map((report) => {
        const headline = report.reasoning?.headline;
        return [
          count(report.task.queries),
          count(report.task.documents),
          ...(['error', 'warning'] as const).map((wanted) =>
            count(findingsOf(report).filter(({ severity }) => severity === wanted).length),
          ),
          headline ? valueText(headline.mean, headline.unit) : '–',
          headline ? intervalOf(headline) : '–',
          report.task.name,
        ];
      }),
    ),
    text(
      'Most reasoning need first. need: 0 if the words of queries lead straight to the evidence, 0.86 if they lead nowhere. Tasks whose intervals do not overlap differ; where they do, compare the two.',
    ),
  ],
});

const byNeed = (reports: readonly AuditReport[]): readonly AuditReport[] =>
  [...reports].sort((a, b) => (b.reasoning?.headline?.mean ?? -1) - (a.reasoning?.headline?.mean ?? -1));
