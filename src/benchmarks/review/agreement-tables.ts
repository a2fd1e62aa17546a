import type { AgreementFigure } from '../../evaluation/statistics/index.js';
import { type Column, markdownTable } from '../../platform/tables/index.js';
import type { AgreementRow, ReviewAgreement } from './agreement.js';

/** A table with its heading. */
export interface AgreementTable {
  readonly title: string;
  readonly columns: readonly Column[];
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
  const tables: readonly AgreementTable[] = [
    { title: 'Reviewers with each other', columns: coefficientColumns('question', all) },
    { title: 'By group', columns: coefficientColumns('group', groups) },
    {
      title: 'By pair of reviewers',
      columns: coefficientColumns('reviewers', pairs.length > 1 ? pairs : [], OF_TWO),
    },
    {
      title: 'Models and rules against the review',
      columns: [
        left('label of', models, ({ by, over }) => `${by}: ${over}`),
        right('decided', models, ({ decided }) => `${decided}`),
        right('overturned', models, ({ overturned }) => `${overturned}`),
        right('rate', models, ({ rate, interval }) =>
          figure({ ...(rate !== undefined && { value: rate }), ...(interval && { interval }) }),
        ),
        ...coefficientColumns('', models, OF_TWO).slice(3),
        left('most often', models, ({ changes: [most] }) =>
          most ? `${most.from} → ${most.to} (${most.items})` : '–',
        ),
      ],
    },
    {
      title: 'Reviewers against models and rules',
      columns: coefficientColumns(
        'reviewer and label of',
        models.flatMap(({ by, over, reviewers }) =>
          reviewers.map(({ reviewer, report }) => ({ over: `${reviewer} – ${by}: ${over}`, report })),
        ),
        OF_TWO,
      ),
    },
    {
      title: 'Time',
      columns: [
        left('reviewer', reviewers, ({ reviewer }) => reviewer),
        right('answered', reviewers, ({ answered }) => `${answered}`),
        right('skipped', reviewers, ({ skipped }) => `${skipped}`),
        right('minutes/item', reviewers, ({ medianSeconds }) => minutes(medianSeconds)),
        right('minutes', reviewers, ({ totalSeconds }) => minutes(totalSeconds)),
      ],
    },
    {
      title: `Items that decide most (${Math.min(DECIDING, deciding.length)} of ${deciding.length})`,
      columns: [
        left('item', deciding.slice(0, DECIDING), ({ item }) => item),
        left('question', deciding.slice(0, DECIDING), ({ over }) => over),
        left('why', deciding.slice(0, DECIDING), ({ why }) => WHY[why]),
        left('answers', deciding.slice(0, DECIDING), ({ votes }) =>
          votes.map(({ value, raters }) => `${value} (${raters.join(', ')})`).join(', '),
        ),
      ],
    },
  ];
  return tables.filter(({ columns }) => columns[0]!.cells.length > 0);
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
    ...agreementTables(found).map(({ title, columns }) => `${level} ${title}\n\n${markdownTable(columns)}`),
    agreementNote(found),
  ].join('\n\n');

/** What the figures are made of. */
export const agreementNote = ({ items, compared, samples, seed }: ReviewAgreement): string =>
  `${compared} of ${items} items have answers of two or more reviewers. Answers before adjudication; skipped items do not count. ` +
  `In brackets: 95 % bootstrap over items (${samples} draws, seed ${seed}).`;

/** A coefficient that no row has is no column. */
const coefficientColumns = (
  heading: string,
  rows: readonly AgreementRow[],
  shown: readonly (typeof SHOWN)[number][0][] = SHOWN.map(([name]) => name),
): readonly Column[] => [
  left(heading, rows, ({ over }) => over),
  right('compared', rows, ({ report }) => `${report.comparedItems}`),
  ...SHOWN.filter(
    ([name]) =>
      shown.includes(name) && rows.some(({ report }) => report.coefficients[name].value !== undefined),
  ).map(([name, title]) => right(title, rows, ({ report }) => figure(report.coefficients[name]))),
];

const figure = ({ value, interval }: AgreementFigure): string =>
  value === undefined
    ? '–'
    : `${two(value)}${interval ? ` [${two(interval.low)}, ${two(interval.high)}]` : ''}`;

const two = (value: number): string => value.toFixed(2).replace('-', '−');

const minutes = (seconds: number | undefined): string =>
  seconds === undefined ? '–' : (seconds / 60).toFixed(1);

const left = <T>(heading: string, rows: readonly T[], cell: (row: T) => string): Column => ({
  ...{ heading, align: 'left' as const },
  cells: rows.map(cell),
});

const right = <T>(heading: string, rows: readonly T[], cell: (row: T) => string): Column => ({
  ...left(heading, rows, cell),
  align: 'right',
});
