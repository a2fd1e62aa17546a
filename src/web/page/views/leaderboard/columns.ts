import { own } from '../../../../core/index.js';
import { format } from '../../../../platform/tables/index.js';
import type { Board, LeaderboardRow } from '../../../page-data/index.js';

/** A column of numbers or words besides rank, system and mean. */
export interface BoardColumn {
  readonly id: string;
  readonly heading: string;
  /** The full name, for the tooltip and the list of columns. */
  readonly title: string;
  readonly group: 'Means' | 'Tasks' | 'System' | 'Cost';
  value(row: LeaderboardRow): number | string | undefined;
  text(row: LeaderboardRow): string;
  /** Shaded by its score. */
  readonly heat?: boolean;
  /** Means of parts are quieter than tasks. */
  readonly quiet?: boolean;
  readonly task?: Board['tasks'][number];
  /** Shown unless the reader chose columns. */
  readonly usual: boolean;
}

const FAMILY_HEADINGS: Readonly<Record<string, string>> = { qa: 'Q&A', evidence: 'Evid.', case: 'Case' };

type Fact<Value> = readonly [
  heading: string,
  title: string,
  group: BoardColumn['group'],
  value: (row: LeaderboardRow) => Value | undefined,
  text: (value: Value | undefined) => string,
];

/** Columns that are shown when the reader chooses them, by their ids. */
const FACTS: Readonly<Record<string, Fact<number> | Fact<string>>> = {
  parameters: [
    'Params',
    'Parameters of the largest model that is known',
    'System',
    ({ parameters }) => parameters,
    format.parameters,
  ],
  dimensions: ['Dim', 'Dimensions of the vectors', 'System', ({ dimensions }) => dimensions, format.count],
  licence: [
    'Licence',
    'Licences of its models, where they are known',
    'System',
    ({ licences }) => licences?.join(', '),
    (value: string | undefined) => value ?? format.none,
  ],
  training: [
    'Trained on',
    'Training sets that its models name: how many',
    'System',
    ({ trainedOn }) => trainedOn?.length,
    format.count,
  ],
  usd: ['Cost', 'What models cost for all queries, in dollars', 'Cost', ({ cost }) => cost?.usd, format.usd],
  seconds: [
    'Time',
    'Seconds per query on the machine that ran it',
    'Cost',
    ({ cost }) => cost?.secondsPerQuery,
    format.seconds,
  ],
  bytes: ['Index', 'Bytes of all indexes', 'Cost', ({ cost }) => cost?.indexBytes, format.bytes],
  date: ['Date', 'Published, or run', 'System', ({ date }) => date, format.day],
};

const scoreColumn = (
  column: Omit<BoardColumn, 'text' | 'value'> & {
    readonly value: (row: LeaderboardRow) => number | undefined;
  },
): BoardColumn => ({ ...column, text: (row) => format.score(column.value(row)) });

/** The columns of a board, in the order of the table; of one family only its tasks. */
export const columnsOf = (
  board: Board,
  rows: readonly LeaderboardRow[],
  family: string,
): readonly BoardColumn[] => {
  const tasks = board.tasks.filter((task) => family === '' || task.family === family);
  const has = (of: (row: LeaderboardRow) => unknown): boolean => rows.some((row) => of(row) !== undefined);
  return [
    ...(has(({ withoutBiology }) => withoutBiology) && family === ''
      ? [
          scoreColumn({
            id: 'without-biology',
            heading: 'w/o Bio',
            title: `Mean without ${board.tasks.find(({ sameAs }) => sameAs)?.name ?? 'Biology'}, whose data another benchmark has`,
            group: 'Means',
            value: ({ withoutBiology }) => withoutBiology,
            usual: true,
          }),
        ]
      : []),
    ...(has(({ queryWeighted }) => queryWeighted)
      ? [
          scoreColumn({
            id: 'queries',
            heading: 'By query',
            title: 'Mean over all queries, each with the same weight',
            group: 'Means',
            value: ({ queryWeighted }) => queryWeighted,
            usual: false,
          }),
        ]
      : []),
    ...(family === '' ? Object.entries(board.families) : []).map(([name, title]) =>
      scoreColumn({
        id: `family-${name}`,
        heading: own(FAMILY_HEADINGS, name) ?? name,
        title: `${title}: mean of its tasks`,
        group: 'Means',
        quiet: true,
        value: ({ families }) => own(families, name),
        usual: true,
      }),
    ),
    ...(board.tasks.length > 1 ? tasks : board.tasks).map((task) =>
      scoreColumn({
        id: `task-${task.name}`,
        heading: task.short,
        title: task.name,
        group: 'Tasks',
        heat: true,
        task,
        value: ({ scores, incomplete }) => own(scores, task.name) ?? own(incomplete, task.name),
        usual: true,
      }),
    ),
    ...Object.entries(FACTS).map(
      ([id, [heading, title, group, value, text]]): BoardColumn => ({
        ...{ id, heading, title, group, value, usual: false },
        text: (row) => text(value(row) as never),
      }),
    ),
  ];
};

/** Those that the reader chose, or the usual ones. */
export const shownColumns = (
  columns: readonly BoardColumn[],
  chosen: readonly string[] | undefined,
): readonly BoardColumn[] =>
  columns.filter(({ id, usual }) => (chosen === undefined ? usual : chosen.includes(id)));
