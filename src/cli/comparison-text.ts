import {
  type ComparedSystem,
  type ComparedTops,
  type FirstHit,
  type MovedDocument,
  type MovedQuery,
  overallComparison,
  type SlicedComparison,
  type SystemsComparison,
} from '../analysis/comparison/index.js';
import { cut, printableLine, type Style, styled } from '../core/index.js';
import type { ComparisonRow, PairedComparison } from '../evaluation/statistics/index.js';
import { type ShownTable, scoreText, type TableColumn, table } from '../platform/tables/index.js';
import { agreementText } from './compare/agreement-text.js';
import { type LimitFlags, moreLine, shownRows, spareColumns } from './limits.js';
import { wrapped } from './marked-text.js';

/** A difference times 100, with its sign. */
export const points = (difference: number): string => {
  const text = scoreText(difference);
  // What rounds to zero has no sign.
  return /^-?0\.00$/.test(text) ? '0.00' : difference > 0 ? `+${text}` : text;
};

export const chance = (p: number): string => (p < 0.0001 ? '<0.0001' : p.toFixed(4));

/** A system against the first, by slices of the queries, and the queries that moved most. */
interface ComparedSection {
  readonly system: ComparedSystem;
  readonly slices: readonly SlicedComparison[];
  readonly moved: readonly MovedQuery[];
}

/** Queries that moved most to find: those of a screen that has the tables as well, and a few more for programs and comments. */
export const movedCount = (
  flags: LimitFlags & { readonly json?: boolean; readonly markdown?: boolean },
): number => shownRows(flags, flags.json || flags.markdown ? 10 : 5);

/** A comparison as blocks of text, the answer first. Several systems are a table with a row for each, unless everything is to be shown. */
export const comparedText = (
  { baseline, measure, systems }: SystemsComparison,
  sections: readonly ComparedSection[],
  tops: readonly ComparedTops[],
  flags: LimitFlags,
  width: number,
): readonly string[] => {
  if (sections.length > 1 && !flags.all)
    return [
      `A  ${printableLine(baseline)}\n\n${systemsText(systems, measure, width)}`,
      ...sections.flatMap(({ system, slices }) =>
        slices.map((each) => `B  ${printableLine(system.system)}\n\n${slicesTable(each).text(width)}`),
      ),
      ...tops.map(
        (each) => `B  ${printableLine(each.system)}\n\n${agreementText(each, movedCount(flags), width)}`,
      ),
    ];
  return sections.map(({ system, slices, moved }, i) =>
    [
      answerText(system, baseline, measure, width),
      comparisonText(system, measure, width, flags),
      ...slices.map((each) => slicesTable(each).text(width)),
      ...(tops[i] ? [agreementText(tops[i], movedCount(flags), width)] : []),
      ...(moved.length > 0 ? [movedSection(system, moved, flags, width)] : []),
    ].join('\n\n'),
  );
};

type Row = PairedComparison & { readonly pHolm?: number };

/** Of a single query the interval is a point, which would look like certainty. */
const intervalCell = ({ interval, queries }: Row): string =>
  queries < 2 ? '' : `${points(interval.low)} – ${points(interval.high)}`;

/** Lost or won beyond what chance explains. */
const certain = (row: Row): Style | undefined =>
  (row.pHolm ?? row.randomisation.p) >= SURE ? undefined : row.difference > 0 ? 'good' : 'bad';

const SURE = 0.05;

const A_AND_B: readonly TableColumn<Row>[] = [
  ['A', ({ a }) => scoreText(a)],
  ['B', ({ b }) => scoreText(b)],
  ['B − A', ({ difference }) => points(difference), 'right', certain],
  ['95 % interval', intervalCell],
  ['p', ({ randomisation }) => chance(randomisation.p)],
  ['Holm', ({ pHolm }) => (pHolm === undefined ? '' : chance(pHolm))],
];

const WINS: TableColumn<Row> = ['win/tie/loss', ({ wins, ties, losses }) => `${wins}/${ties}/${losses}`];

/** Is B better, by how much, and how sure is that: the line that a comparison begins with. */
const answerText = (system: ComparedSystem, baseline: string, measure: string, width: number): string => {
  const row = overallComparison(system);
  const { difference, randomisation, pHolm = randomisation.p, wins, ties, losses } = row;
  const style = certain(row);
  const verdict = !style ? 'No clear difference' : difference > 0 ? 'B is better' : 'B is worse';
  const interval = intervalCell(row);
  const sure = [...(interval ? [`95 % ${interval}`] : []), `p ${chance(pHolm)}`].join(', ');
  const line =
    `${styled(style ?? 'strong', verdict)}: ${measure} ${scoreText(row.a)} → ${scoreText(row.b)}, ` +
    `${points(difference)} (${sure}); queries won ${wins}, tied ${ties}, lost ${losses}`;
  return [`A  ${printableLine(baseline)}\nB  ${printableLine(system.system)}`, ...wrapped(line, width)].join(
    '\n',
  );
};

/** One system against the first, task by task and overall. */
const comparisonText = (
  { rows }: ComparedSystem,
  measure: string,
  width: number,
  flags: LimitFlags = {},
): string => {
  const tasks = rows.filter(({ kind }) => kind === 'task');
  const most = flags.all ? tasks.length : MOST_TASKS;
  return [
    comparedTable([...tasks.slice(0, most), ...rows.filter(({ kind }) => kind !== 'task')], measure).text(
      width,
      spareColumns(flags, SPARE),
    ),
    ...moreLine(tasks.length - most, 'task'),
  ].join('\n');
};

const MOST_TASKS = 12;

/** Several systems against the first, a row for each: overall alone. */
const systemsText = (systems: readonly ComparedSystem[], measure: string, width: number): string =>
  [
    comparedTable(
      systems.map((system) => ({ ...overallComparison(system), over: system.system })),
      measure,
    ).text(width, spareColumns({}, SPARE)),
    styled('faint', 'Overall. Tasks and queries of each: --all, or compare two systems'),
  ].join('\n');

/** Columns that a narrow terminal leaves out. */
const SPARE = ['t-test', 'd_z', 'p'];

/** All rows of a comparison. */
export const comparisonTable = ({ rows }: ComparedSystem, measure: string): ShownTable =>
  comparedTable(rows, measure);

const comparedTable = (rows: readonly ComparisonRow[], measure: string): ShownTable =>
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

const movedSection = (
  system: ComparedSystem,
  moved: readonly MovedQuery[],
  flags: LimitFlags,
  width: number,
): string => {
  const inFull = flags.all === true || flags.limit !== undefined;
  const all = system.tasks.flatMap(({ queries, scores: { a, b } }) =>
    queries.filter((_, i) => a[i] !== b[i]),
  ).length;
  return [
    styled('strong', 'Queries that moved most'),
    movedText(moved, width, inFull),
    ...(inFull ? [] : moreLine(all - moved.length, 'query', 'queries')),
  ].join('\n');
};

/** The queries that moved most: a line each, or with what moved in them. */
const movedText = (queries: readonly MovedQuery[], width: number, inFull: boolean): string =>
  queries.map((query) => movedQuery(query, width, inFull)).join('\n');

const movedQuery = (
  { task, id, a, b, difference, text, ...moved }: MovedQuery,
  width: number,
  inFull: boolean,
): string =>
  [
    `${points(difference).padStart(7)}  ${task} ${id}  ${scoreText(a)} → ${scoreText(b)}${text ? `  ${text}` : ''}`,
    ...(inFull ? details(moved) : []),
  ]
    .map((line) => cut(printableLine(line), width))
    .join('\n');

const details = (moved: Pick<MovedQuery, 'rose' | 'fell' | 'firstA' | 'firstB'>): readonly string[] => [
  ...moved.rose.map((document) => `         ↑ ${step(document)}`),
  ...moved.fell.map((document) => `         ↓ ${step(document)}`),
  ...firstHits(moved),
];

const step = ({ from, to, id, title }: MovedDocument): string =>
  `${rank(from)} → ${rank(to)}  ${id}${title ? `  ${title}` : ''}`;

const rank = (place: number | undefined): string => (place === undefined ? '–' : String(place));

/** Only worth a line where another document comes first. */
const firstHits = ({ firstA, firstB }: Pick<MovedQuery, 'firstA' | 'firstB'>): readonly string[] =>
  firstA?.id === firstB?.id ? [] : [`         first: ${firstHit(firstA)} → ${firstHit(firstB)}`];

const firstHit = (hit: FirstHit | undefined): string =>
  hit ? `${hit.id}${hit.relevant ? ' (relevant)' : ''}` : 'nothing';
