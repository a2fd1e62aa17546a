import { own } from '../../core/index.js';
import { isIncomplete } from '../../experiment/record/index.js';
import type { StoredResult } from '../../experiment/results/index.js';
import { type ShownTable, type TableColumn, table } from '../../platform/tables/index.js';
import { type BoardRow, boardRows } from '../leaderboard/index.js';
import type { ExportFormat, ExportInput } from './format.js';

/** Tables for a spreadsheet: the board, every score with its interval, every query. */
export const csv: ExportFormat = {
  summary:
    'leaderboard.csv, scores.csv (every measure and task) and queries.csv (every query), safe in spreadsheets',
  files: async (input) => ({
    files: [
      { path: 'leaderboard.csv', content: boardTable(input).csv() },
      { path: 'scores.csv', content: scoreTable(input.results).csv() },
      { path: 'queries.csv', content: async () => queryTable(input).csv() },
    ],
    notes: [],
  }),
};

const boardTable = ({ table: board, published }: ExportInput): ShownTable =>
  table(boardRows(board, published), [
    ['system', ({ name }) => name],
    ['source', ({ source }) => source],
    ['measure', () => board.measure],
    ['mean of tasks', ({ mean }) => mean],
    ['tasks of the mean', () => board.meanOf.join('; ')],
    ['interval low', ({ interval }) => interval?.[0]],
    ['interval high', ({ interval }) => interval?.[1]],
    ['mean without Biology', ({ record, published: row }) => (record ?? row)?.withoutBiology],
    ['mean of queries', ({ record }) => record?.queryWeighted],
    ...board.tasks.map((task): TableColumn<BoardRow> => [task, ({ scores }) => own(scores, task)]),
    ['seconds per query', ({ record }) => record?.cost.secondsPerQuery],
    ['tokens in', ({ record }) => record?.cost.tokensIn],
    ['tokens out', ({ record }) => record?.cost.tokensOut],
    ['usd', ({ record }) => record?.cost.usd],
    ['index bytes', ({ record }) => record?.cost.indexBytes],
    ['date', ({ published: row }) => row?.entry.date],
    ['notes', ({ marks }) => marks.join('; ')],
    ['protocol', ({ published: row }) => row?.entry.protocol],
  ]);

const scoreTable = (results: readonly StoredResult[]): ShownTable =>
  table(
    results.flatMap((result) =>
      Object.entries(result.record.scores).map(([measure, score]) => ({ result, measure, score })),
    ),
    [
      ['system', ({ result }) => result.record.name],
      ['suite', ({ result }) => result.record.task.suite],
      ['task', ({ result }) => result.record.task.name],
      ['measure', ({ measure }) => measure],
      ['score', ({ score }) => score],
      ['interval low', ({ result, measure }) => result.record.intervals[measure]?.[0]],
      ['interval high', ({ result, measure }) => result.record.intervals[measure]?.[1]],
      ['queries', ({ result }) => result.record.evaluation.judgedQueries],
      ['notes', ({ result }) => noteOf(result)],
    ],
  );

const queryTable = ({ results, table: { measure } }: ExportInput): ShownTable =>
  table(
    results.flatMap((result) => result.queries.map((query) => ({ result, query }))),
    [
      ['system', ({ result }) => result.record.name],
      ['task', ({ result }) => result.record.task.name],
      ['query', ({ query }) => query.id],
      [measure, ({ query }) => query.scores[measure]],
      ['hits', ({ query }) => query.hits],
      ['best rank of a relevant document', ({ query }) => bestRank(query.ranks)],
      ['notes', ({ result }) => noteOf(result)],
    ],
  );

const bestRank = (ranks: StoredResult['queries'][number]['ranks']): number | undefined => {
  const found = Object.values(ranks).filter((rank) => rank !== null);
  return found.length > 0 ? Math.min(...found) : undefined;
};

/** A score of work that failed is marked in every file. */
const noteOf = (result: StoredResult): string => (isIncomplete(result) ? 'incomplete' : '');
