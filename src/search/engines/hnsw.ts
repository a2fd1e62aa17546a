import {
  InputError,
  type JsonObject,
  type Ranking,
  type SettingValues,
  setting,
  settledSettings,
} from '../../core/index.js';

/** Settings of approximate search by a graph, with Lucene's usual values. */
export const HNSW_SETTINGS = {
  m: setting.count('neighbours of a vector in the graph', 16),
  efConstruction: setting.count('vectors looked at to find the neighbours of a new one', 100),
  efSearch: setting.count(
    'vectors looked at for a query in each shard, at least as many as hits are kept',
    100,
  ),
} as const;

/** How an approximate search is set. */
export type HnswOptions = SettingValues<typeof HNSW_SETTINGS>;

export type Hnsw = { readonly [Name in keyof typeof HNSW_SETTINGS]: number };

/** Settings with their defaults; refuses values that no graph can have. */
export const hnswOf = (options: HnswOptions): Hnsw => {
  const hnsw = settledSettings('hnsw', HNSW_SETTINGS, options);
  const { m, efConstruction, efSearch } = hnsw;
  if (m < 2 || m > 512 || efConstruction > 3200 || efSearch > 10_000)
    throw new InputError({
      found: `hnsw with m=${m}, efConstruction=${efConstruction}, efSearch=${efSearch}`,
      expected: 'm from 2 to 512, efConstruction up to 3200, efSearch up to 10000',
    });
  return hnsw;
};

/** What a system with a graph is called, and what its spec says: its rankings are not those of exact search. */
export const hnswForm = (
  hnsw: Hnsw,
  engine: string,
): { readonly name: string; readonly spec: JsonObject } => ({
  name: [
    'hnsw',
    ...Object.entries(HNSW_SETTINGS).flatMap(([name, { default: usual }]) => {
      const value = hnsw[name as keyof Hnsw];
      return value === usual ? [] : [`${name}=${value}`];
    }),
  ].join(', '),
  spec: { approximate: { method: 'hnsw', ...hnsw, engine } },
});

/** The first queries of a run are also searched exactly, to say how much the graph finds. */
const SAMPLE = 50;
const CUTOFFS = [10, 100] as const;

/** How many of the hits of exact search an approximate one finds, on the first queries. */
export const recallSample = () => {
  const sums = new Map<number, number>(CUTOFFS.map((cutoff) => [cutoff, 0]));
  let queries = 0;
  const recall = (cutoff: number): number => (queries === 0 ? 0 : sums.get(cutoff)! / queries);
  return {
    /** How many more queries it wants. */
    get wanted() {
      return SAMPLE - queries;
    },
    add: (found: Ranking, exact: Ranking): void => {
      if (exact.length === 0) return;
      queries += 1;
      for (const cutoff of CUTOFFS) {
        const wanted = exact.slice(0, cutoff);
        const there = new Set(found.slice(0, cutoff).map(({ docId }) => docId));
        const share = wanted.filter(({ docId }) => there.has(docId)).length / wanted.length;
        sums.set(cutoff, sums.get(cutoff)! + share);
      }
    },
    get facts(): JsonObject {
      const recalls = CUTOFFS.map((cutoff) => [`recall@${cutoff}`, recall(cutoff)]);
      return { queries, ...Object.fromEntries(recalls) };
    },
    said: (name: string): string => {
      const recalls = CUTOFFS.map((cutoff) => `recall@${cutoff} ${recall(cutoff).toFixed(4)}`);
      return `${name} is approximate: ${recalls.join(', ')} against exact search, ${queries} queries`;
    },
  };
};
