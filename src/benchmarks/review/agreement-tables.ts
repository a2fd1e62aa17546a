import type { AgreementFigure } from '../../evaluation/statistics/index.js';
import { type ShownTable, type TableColumn, table } from '../../platform/tables/index.js';
import type { ReviewAgreement, ReviewAgreementRow } from './agreement.js';

export interface AgreementTable {
  readonly title: string;
  readonly table: ShownTable;
}

/** The coefficients of the tables; all others are in the JSON. */
const SHOWN = [
  ['percent', 'agreement'],
  ['cohen', 'Cohen κ'],
  ['fleiss', 'Fleiss κ'],
  ['alphaNominal', 'Krippendorff α'],
  ['alphaOrdinal', 'α ordinal'],
  ['ac1', 'Gwet AC1'],
] as const;

/** Of two, the other coefficients say the same. */
const OF_TWO = ['percent', 'cohen', 'alphaOrdinal', 'ac1'] as const;

/** Items of the list of those that decide most. */
const DECIDING = 10;

/** Everything of a report as tables, for the terminal and for Markdown alike. Those without rows are left out. */
export const agreementTables = (found: ReviewAgreement): readonly AgreementTable[] => {
  const { overall, questions, groups, pairs, models, reviewers, deciding } = found;
  const all = [...(overall && questions.length > 1 ? [overall] : []), ...questions];
  const pairsOfLabels = models.flatMap(({ by, over, reviewers }) =>
    reviewers.map(({ reviewer, report }) => ({ over: `${reviewer} – ${by}: ${over}`, report })),
  );
  const tables: readonly AgreementTable[] = [
    { title: 'Reviewers with each other', table: coefficientTable('question', all) },
    { title: 'By group', table: coefficientTable('group', groups) },
    {
      title: 'By pair of reviewers',
      table: coefficientTable('reviewers', pairs.length > 1 ? pairs : [], OF_TWO),
    },
    {
      title: 'Models and rules against the review',
      table: table(models, [
        ['label of', ({ by, over }) => `${by}: ${over}`, 'left'],
        ['decided', ({ decided }) => decided],
        ['overturned', ({ overturned }) => overturned],
        ['rate', ({ rate, interval }) => figure(rate, interval)],
        ...coefficientColumns(models, OF_TWO).slice(1),
        [
          'most often',
          ({ changes: [most] }) => (most ? `${most.from} → ${most.to} (${most.items})` : '–'),
          'left',
        ],
      ]),
    },
    {
      title: 'Reviewers against models and rules',
      table: coefficientTable('reviewer and label of', pairsOfLabels, OF_TWO),
    },
    {
      title: 'Time',
      table: table(reviewers, [
        ['reviewer', ({ reviewer }) => reviewer, 'left'],
        ['answered', ({ answered }) => answered],
        ['skipped', ({ skipped }) => skipped],
        ['minutes/item', ({ medianSeconds }) => minutes(medianSeconds)],
        ['minutes', ({ totalSeconds }) => minutes(totalSeconds)],
      ]),
    },
    {
      title: `Items that decide most (${Math.min(DECIDING, deciding.length)} of ${deciding.length})`,
      table: table(deciding.slice(0, DECIDING), [
        ['item', ({ item }) => item, 'left'],
        ['question', ({ over }) => over, 'left'],
        ['why', ({ why }) => WHY[why], 'left'],
        [
          'answers',
          ({ votes }) => votes.map(({ value, raters }) => `${value} (${raters.join(', ')})`).join(', '),
          'left',
        ],
      ]),
    },
  ];
  return tables.filter(({ table: { rows } }) => rows.length > 0);
};

const WHY = {
  tied: 'no majority',
  'one-vote': 'hangs on one vote',
  'one-rating': 'one answer only',
  disagreement: 'reviewers differ',
} as const;

/** The tables as Markdown, with what the figures mean: for the card of a task. */
export const agreementMarkdown = (found: ReviewAgreement, level = '###'): string =>
  [
    ...agreementTables(found).map(({ title, table }) => `${level} ${title}\n\n${table.markdown()}`),
    agreementNote(found),
  ].join('\n\n');

export const agreementNote = ({ items, compared, samples, seed }: ReviewAgreement): string =>
  `${compared} of ${items} items have answers of two or more reviewers. Answers before adjudication; skipped items do not count. ` +
  `In brackets: 95 % bootstrap over items (${samples} draws, seed ${seed}).`;

type ShownCoefficients = readonly (typeof SHOWN)[number][0][];

const coefficientTable = (
  heading: string,
  rows: readonly ReviewAgreementRow[],
  shown?: ShownCoefficients,
): ShownTable => table(rows, [[heading, ({ over }) => over, 'left'], ...coefficientColumns(rows, shown)]);

/** A coefficient that no row has is no column. */
const coefficientColumns = (
  rows: readonly ReviewAgreementRow[],
  shown: ShownCoefficients = SHOWN.map(([name]) => name),
): readonly TableColumn<ReviewAgreementRow>[] => [
  ['compared', ({ report }) => report.comparedItems],
  ...SHOWN.filter(
    ([name]) =>
      shown.includes(name) && rows.some(({ report }) => report.coefficients[name].value !== undefined),
  ).map(
    ([name, title]): TableColumn<ReviewAgreementRow> => [
      title,
      ({ report }) => figure(report.coefficients[name].value, report.coefficients[name].interval),
    ],
  ),
];

const figure = (value: number | undefined, interval: AgreementFigure['interval'] | undefined): string =>
  value === undefined
    ? '–'
    : `${two(value)}${interval ? ` [${two(interval.low)}, ${two(interval.high)}]` : ''}`;

const two = (value: number): string => value.toFixed(2).replace('-', '−');

const minutes = (seconds: number | undefined): string =>
  seconds === undefined ? '–' : (seconds / 60).toFixed(1);
