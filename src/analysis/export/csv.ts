import { isIncomplete } from '../../experiment/record/index.js';
import type { StoredResult } from '../../experiment/results/index.js';
import { type Cell, csvText } from '../../platform/tables/index.js';
import { type BoardRow, boardRows } from '../leaderboard/index.js';
import type { ExportFormat, ExportInput } from './format.js';

/** Tables for a spreadsheet: the board, every score with its interval, every query. */
export const csv: ExportFormat = {
  summary:
    'leaderboard.csv, scores.csv (every measure and task) and queries.csv (every query), safe in spreadsheets',
  files: async (input) => ({
    files: [
      { path: 'leaderboard.csv', content: csvText(boardTable(input)) },
      { path: 'scores.csv', content: csvText(scoreTable(input.results)) },
      { path: 'queries.csv', content: async () => csvText(queryTable(input)) },
    ],
    notes: [],
  }),
};

const boardTable = ({ table, published }: ExportInput): readonly (readonly Cell[])[] => {
  const { measure, tasks } = table;
  const head = ['system', 'source', 'measure', 'mean of tasks', 'interval low', 'interval high'];
  const costs = ['seconds per query', 'tokens in', 'tokens out', 'usd', 'index bytes'];
  const line = ({
    name,
    source,
    mean,
    interval,
    scores,
    marks,
    record,
    published: row,
  }: BoardRow): readonly Cell[] => [
    name,
    source,
    measure,
    mean,
    interval?.[0],
    interval?.[1],
    record?.withoutBiology ?? row?.withoutBiology,
    record?.queryWeighted,
    ...tasks.map((task) => (Object.hasOwn(scores, task) ? scores[task] : undefined)),
    record?.cost.secondsPerQuery,
    record?.cost.tokensIn,
    record?.cost.tokensOut,
    record?.cost.usd,
    record?.cost.indexBytes,
    row?.entry.date,
    marks.join('; '),
    row?.entry.protocol,
  ];
  return [
    [...head, 'mean without Biology', 'mean of queries', ...tasks, ...costs, 'date', 'notes', 'protocol'],
    ...boardRows(table, published).map(line),
  ];
};

const scoreTable = (results: readonly StoredResult[]): readonly (readonly Cell[])[] => [
  ['system', 'suite', 'task', 'measure', 'score', 'interval low', 'interval high', 'queries', 'notes'],
  ...results.flatMap((result) => {
    const { name, task, scores, intervals, evaluation } = result.record;
    return Object.entries(scores).map(([measure, score]) => [
      name,
      task.suite,
      task.name,
      measure,
      score,
      intervals[measure]?.[0],
      intervals[measure]?.[1],
      evaluation.judgedQueries,
      noteOf(result),
    ]);
  }),
];

const queryTable = ({ results, table: { measure } }: ExportInput): readonly (readonly Cell[])[] => [
  ['system', 'task', 'query', measure, 'hits', 'best rank of a relevant document', 'notes'],
  ...results.flatMap((result) => {
    const { record, queries } = result;
    return queries.map(({ id, scores, hits, ranks }) => {
      const found = Object.values(ranks).filter((rank) => rank !== null);
      return [
        record.name,
        record.task.name,
        id,
        scores[measure],
        hits,
        found.length > 0 ? Math.min(...found) : undefined,
        noteOf(result),
      ];
    });
  }),
];

/** A score of work that failed is told from others in every file. */
const noteOf = (result: StoredResult): string => (isIncomplete(result) ? 'incomplete' : '');
