import type { SpreadAxis } from '../../../../analysis/charts/index.js';
import { groupBy } from '../../../../core/index.js';
import type { AuditFigure } from '../../../../experiment/record/index.js';
import { format } from '../../../../platform/tables/index.js';

/** Figures that are drawn one above the other, on one axis. */
export interface Panel {
  /** What their titles share: "Jaccard". */
  readonly title?: string;
  readonly figures: readonly { readonly figure: AuditFigure; readonly title: string }[];
  readonly axis: SpreadAxis;
}

/** Figures of one kind are compared: those of the same unit whose names differ in their last part alone. */
export const panelsOf = (figures: readonly AuditFigure[]): readonly Panel[] => {
  const kindOf = ({ unit, name }: AuditFigure) => `${unit} ${name.split('.').slice(0, -1).join('.')}`;
  return [...groupBy(figures, kindOf).values()].map(panelOf);
};

const panelOf = (figures: readonly AuditFigure[]): Panel => {
  const axis = axisOf(figures);
  const [first] = figures;
  const colon = first!.title.lastIndexOf(': ');
  const head = first!.title.slice(0, colon + 2);
  const shared = figures.length > 1 && colon > 0 && figures.every(({ title }) => title.startsWith(head));
  if (!shared) return { axis, figures: figures.map((figure) => ({ figure, title: capital(figure.title) })) };
  return {
    title: capital(head.slice(0, -2)),
    axis,
    figures: figures.map((figure) => ({ figure, title: capital(figure.title.slice(head.length)) })),
  };
};

export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** From 0, or the first rank, to the last column that has queries: a share of 0.05 should not be a dot at the edge of 1. */
const axisOf = (figures: readonly AuditFigure[]): SpreadAxis => {
  const { unit } = figures[0]!;
  const ends = figures.flatMap(({ histogram: { edges, counts }, interval }) => [
    ...interval,
    ...counts.flatMap((count, i) => (count > 0 ? [edges[i]!, edges[i + 1]!] : [])),
  ]);
  const log = unit === 'rank';
  const from = log ? 1 : Math.min(0, ...ends);
  const to = Math.max(0, ...ends);
  return { from, to: to > from ? to : from + 1, log, tick: (value) => tickText(value, unit) };
};

const tickText = (value: number, unit: AuditFigure['unit']): string => {
  const text = unit === 'rank' ? format.count(value) : `${Number(value.toPrecision(3))}`;
  return unit === 'difference' && value > 0 ? `+${text}` : text.replace('-', '−');
};

/** Mean and interval of a figure, in words. */
export const meanText = ({ mean, interval, unit }: Pick<AuditFigure, 'mean' | 'interval' | 'unit'>): string =>
  `${format.figure(mean, unit)}, 95 % interval ${intervalText({ interval, unit })}`;

/** "0.043 to 0.052". */
export const intervalText = ({ interval, unit }: Pick<AuditFigure, 'interval' | 'unit'>): string =>
  `${format.figure(interval[0], unit)} to ${format.figure(interval[1], unit)}`;

/** What a drawing of the headline says to those who do not see it. */
export const needLabel = (figure: Omit<AuditFigure, 'examples'>): string =>
  `Lexical gap: ${meanText(figure)}, ${format.count(figure.queries)} queries`;
