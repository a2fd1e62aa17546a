import type {
  ComparedSystem,
  FirstHit,
  MovedDocument,
  MovedQuery,
  SlicedComparison,
} from '../analysis/comparison/index.js';
import { printableLine } from '../core/index.js';
import type { PairedComparison } from '../evaluation/statistics/index.js';
import { type ShownTable, scoreText, type TableColumn, table } from '../platform/tables/index.js';

/** A difference times 100, with its sign. */
export const points = (difference: number): string => {
  const text = scoreText(difference);
  // What rounds to zero has no sign.
  return /^-?0\.00$/.test(text) ? '0.00' : difference > 0 ? `+${text}` : text;
};

export const chance = (p: number): string => (p < 0.0001 ? '<0.0001' : p.toFixed(4));

type Row = PairedComparison & { readonly pHolm?: number };

/** Of a single query the interval is a point, which would look like certainty. */
const intervalCell = ({ interval, queries }: Row): string =>
  queries < 2 ? '' : `${points(interval.low)} – ${points(interval.high)}`;

const A_AND_B: readonly TableColumn<Row>[] = [
  ['A', ({ a }) => scoreText(a)],
  ['B', ({ b }) => scoreText(b)],
  ['B − A', ({ difference }) => points(difference)],
  ['95 % interval', intervalCell],
  ['p', ({ randomisation }) => chance(randomisation.p)],
  ['Holm', ({ pHolm }) => (pHolm === undefined ? '' : chance(pHolm))],
];

const WINS: TableColumn<Row> = ['win/tie/loss', ({ wins, ties, losses }) => `${wins}/${ties}/${losses}`];

/** One system against the first, task by task and overall. */
export const comparisonTable = ({ rows }: ComparedSystem, measure: string): ShownTable =>
  table(rows, [
    [measure, ({ over }) => over, 'left'],
    ...A_AND_B,
    ['t-test', ({ tTest }) => (tTest ? chance(tTest.p) : '')],
    ['d_z', ({ effectSize }) => effectSize?.toFixed(2)],
    WINS,
  ]);

export const slicesTable = ({ by, mean, rows }: SlicedComparison): ShownTable =>
  table(rows, [
    [`${by} (${mean})`, ({ slice }) => slice, 'left'],
    ['queries', ({ queries }) => queries],
    ...A_AND_B,
    WINS,
  ]);

/** The queries that moved most, a few lines each. */
export const movedText = (queries: readonly MovedQuery[]): string => queries.map(movedQuery).join('\n');

const movedQuery = ({ task, id, a, b, difference, text, ...moved }: MovedQuery): string =>
  [
    `${points(difference).padStart(7)}  ${task} ${id}  ${scoreText(a)} → ${scoreText(b)}${text ? `  ${text}` : ''}`,
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
