import { printableLine } from '../../../core/index.js';
import type { AuditReport } from '../../../experiment/record/index.js';
import { type TableColumn, table } from '../../../platform/tables/index.js';
import type { Datasheet } from '../release/datasheet.js';
import type { Repair } from '../repair/repair-row.js';
import type { AppliedReview } from '../review/apply-decisions.js';
import type { ReviewSummary, StepReport } from '../step.js';
import type { Blocker } from './blockers.js';
import type { ReleaseStatistics, ReleaseTask } from './release-task.js';
import type { ReviewFiles } from './review-facts.js';

/** Everything that the card of a release tells. */
export interface CardFacts {
  readonly name: string;
  readonly version: string;
  readonly contentHash: string;
  readonly about: string;
  readonly tasks: readonly ReleaseTask[];
  readonly statistics: readonly ReleaseStatistics[];
  readonly reports: readonly StepReport[];
  readonly audits: readonly AuditReport[];
  readonly accepted: readonly (Blocker & { readonly accepted: string })[];
  readonly review: ReviewFiles;
  readonly applied: AppliedReview;
  /** Absent without a review, or where it is stored elsewhere. */
  readonly agreement?: ReviewSummary;
  readonly unjudged: 'excluded' | 'removed';
  /** What only the makers know. */
  readonly datasheet: Datasheet;
  readonly repairs: readonly Repair[];
}

/** Text of others as one line that ends nothing. */
export const line = (text: string): string => printableLine(text.replace(/\s+/g, ' '));

/** Rows as a Markdown table; columns of numbers are on the right. */
export const cardTable = <Row>(
  rows: readonly Row[],
  columns: readonly (readonly [heading: string, cell: (row: Row) => string | number])[],
): string => {
  const shown = (cell: string | number) => (typeof cell === 'number' ? cell.toLocaleString('en-US') : cell);
  return table(
    rows,
    columns.map(([heading, cell]): TableColumn<Row> => {
      const isNumber = rows.length > 0 && typeof cell(rows[0]!) === 'number';
      const text = (row: Row) => shown(cell(row));
      return isNumber ? [heading, text] : [heading, text, 'left'];
    }),
  ).markdown();
};
