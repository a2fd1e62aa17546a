import type {
  ComparedSystem,
  FirstHit,
  MovedDocument,
  MovedQuery,
  SlicedComparison,
} from '../analysis/comparison/index.js';
import { printableLine } from '../core/index.js';
import type { PairedComparison } from '../evaluation/statistics/index.js';
import { type Column, textTable } from '../platform/tables/index.js';
import { percent } from './format.js';

/** A difference times 100, with its sign. */
export const points = (difference: number): string => {
  const text = percent(difference);
  // What rounds to zero has no sign.
  return /^-?0\.00$/.test(text) ? '0.00' : difference > 0 ? `+${text}` : text;
};

export const chance = (p: number): string => (p < 0.0001 ? '<0.0001' : p.toFixed(4));

type Row = PairedComparison & { readonly pHolm: number };

const columnsFor = <T extends Row>(
  rows: readonly T[],
): ((heading: string, cell: (row: T) => string) => Column) => {
  return (heading, cell) => ({ heading, align: 'right', cells: rows.map(cell) });
};

/** Of a single query the interval is a point, which would look like certainty. */
const intervalCell = ({ interval, queries }: Row): string =>
  queries < 2 ? '' : `${points(interval.low)} – ${points(interval.high)}`;

/** One system against the first, task by task and overall. */
export const comparisonText = ({ rows }: ComparedSystem, measure: string, width: number): string => {
  const column = columnsFor(rows);
  return textTable(
    [
      { heading: measure, align: 'left', cells: rows.map(({ over }) => over) },
      column('A', ({ a }) => percent(a)),
      column('B', ({ b }) => percent(b)),
      column('B − A', ({ difference }) => points(difference)),
      column('95 % interval', intervalCell),
      column('p', ({ randomisation }) => chance(randomisation.p)),
      column('Holm', ({ pHolm }) => chance(pHolm)),
      column('t-test', ({ tTest }) => (tTest ? chance(tTest.p) : '')),
      column('d_z', ({ effectSize }) => effectSize?.toFixed(2) ?? ''),
      column('win/tie/loss', ({ wins, ties, losses }) => `${wins}/${ties}/${losses}`),
    ],
    width,
  );
};

export const slicesText = ({ by, mean, rows }: SlicedComparison, width: number): string => {
  const column = columnsFor(rows);
  return textTable(
    [
      { heading: `${by} (${mean})`, align: 'left', cells: rows.map(({ slice }) => slice) },
      column('queries', ({ queries }) => String(queries)),
      column('A', ({ a }) => percent(a)),
      column('B', ({ b }) => percent(b)),
      column('B − A', ({ difference }) => points(difference)),
      column('95 % interval', intervalCell),
      column('p', ({ randomisation }) => chance(randomisation.p)),
      column('Holm', ({ pHolm }) => chance(pHolm)),
      column('win/tie/loss', ({ wins, ties, losses }) => `${wins}/${ties}/${losses}`),
    ],
    width,
  );
};

/** The queries that moved most, a few lines each. */
export const movedText = (queries: readonly MovedQuery[]): string => queries.map(movedQuery).join('\n');

const movedQuery = ({ task, id, a, b, difference, text, ...moved }: MovedQuery): string =>
  [
    `${points(difference).padStart(7)}  ${task} ${id}  ${percent(a)} → ${percent(b)}${text ? `  ${text}` : ''}`,
    ...moved.rose.map((document) => `         ↑ ${step(document)}`),
    ...moved.fell.map((document) => `         ↓ ${step(document)}`),
    ...firstHits(moved),
  ]
    .map(printableLine)
    .join('\n');

const step = ({ from, to, id, title }: MovedDocument): string =>
  `${rank(from)} → ${rank(to)}  ${id}${title ? `  ${title}` : ''}`;

const rank = (place: number | undefined): string => (place === undefined ? '–' : String(place));

/** Only worth a line where another document comes first. */
const firstHits = ({ firstA, firstB }: Pick<MovedQuery, 'firstA' | 'firstB'>): readonly string[] =>
  firstA?.id === firstB?.id ? [] : [`         first: ${firstHit(firstA)} → ${firstHit(firstB)}`];

const firstHit = (hit: FirstHit | undefined): string =>
  hit ? `${hit.id}${hit.relevant ? ' (positive)' : ''}` : 'nothing';
