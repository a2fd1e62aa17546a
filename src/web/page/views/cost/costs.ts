import { format } from '../../../../platform/tables/index.js';
import type { LeaderboardRow } from '../../../page-data/index.js';

/** What quality can be held against. */
export const COSTS = {
  usd: {
    short: 'Money',
    title: 'dollars for all queries of the board',
    note: 'Money is what models behind an API cost when the records were made; work from the cache was paid for before.',
    of: ({ cost }: LeaderboardRow) => cost?.usd,
    text: format.usd,
  },
  seconds: {
    short: 'Time',
    title: 'seconds per query',
    note: 'Time is from the query to its ranking, on the machine that ran it; work cached by earlier commands took none.',
    of: ({ cost }: LeaderboardRow) => cost?.secondsPerQuery,
    text: format.seconds,
  },
  bytes: {
    short: 'Index',
    title: 'bytes of all indexes',
    note: 'Bytes of the indexes in memory.',
    of: ({ cost }: LeaderboardRow) => cost?.indexBytes,
    text: format.bytes,
  },
  parameters: {
    short: 'Parameters',
    title: 'parameters of the largest model',
    note: 'Parameters of the reranker where there is one, else of the retriever; LLMs that generate text are not counted in published rows.',
    of: ({ parameters }: LeaderboardRow) => parameters,
    text: format.parameters,
  },
} as const;

export type CostName = keyof typeof COSTS;
