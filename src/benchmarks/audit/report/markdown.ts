import type { AuditReport, ScoreDependence } from '../../../experiment/record/index.js';
import { markdownText, type TableColumn, table } from '../../../platform/tables/index.js';
import { comparisonSections } from './comparison-section.js';
import type { Block, RowsBlock, Section } from './section.js';
import { sectionsOf } from './sections.js';

/** A report as Markdown, for a README or a dataset card: what the terminal shows, with every figure. */
export const auditMarkdown = (report: AuditReport): string =>
  markdownOf(sectionsOf(report, { figures: true }));

/** Several reports as one page: first the tasks side by side. */
export const auditsMarkdown = (
  reports: readonly AuditReport[],
  pooled: readonly ScoreDependence[] = [],
): string =>
  [
    ...(reports.length > 1 ? [markdownOf(comparisonSections(reports, pooled))] : []),
    ...reports.map(auditMarkdown),
  ].join('\n\n');

/** Sections as Markdown; the first has the highest heading. */
export const markdownOf = ([first, ...others]: readonly Section[]): string =>
  [
    ...(first ? [sectionText('##', first)] : []),
    ...others.map((section) => sectionText('###', section)),
  ].join('\n\n');

const sectionText = (mark: string, { heading, blocks }: Section): string =>
  [`${mark} ${markdownText(heading)}`, ...blocks.map(blockText)].join('\n\n');

const blockText = (block: Block): string => {
  if (block.kind === 'rows') return rowsText(block);
  if (block.kind === 'list') return block.items.map((item) => `- ${markdownText(item)}`).join('\n');
  return markdownText(block.text);
};

/** The text first: numbers are read after what they are about. */
const rowsText = ({ headings, rows }: RowsBlock): string => {
  const last = headings.length - 1;
  return table(rows, [
    [headings[last]!, (row) => row[last], 'left'],
    ...headings.slice(0, -1).map((heading, i): TableColumn<readonly string[]> => [heading, (row) => row[i]]),
  ]).markdown();
};
