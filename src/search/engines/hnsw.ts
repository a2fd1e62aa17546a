import {
  InputError,
  type JsonObject,
  type Ranking,
  type SettingValues,
  setting,
  settledSettings,
} from '../../core/index.js';
import { reservoir, SEED } from './survey.js';

/** Settings of approximate search by a graph, with Lucene's usual values. */
export const HNSW_SETTINGS = {
  m: setting.count('neighbours of a vector in the graph', 16),
  efConstruction: setting.count('vectors looked at to find the neighbours of a new one', 100),
  efSearch: setting.count(
    'vectors looked at for a query in each shard, at least as many as hits are kept',
    100,
  ),
  codes: setting.oneOf(
    ['byte', 'binary'],
    'the graph leads over codes: a byte or a bit for each number of a vector (OpenSearch)',
  ),
  oversample: setting.count('with codes: hits scored again by their vectors, for each hit kept', 4),
} as const;

/** How an approximate search is set. */
export type HnswOptions = SettingValues<typeof HNSW_SETTINGS>;

export type Hnsw = Omit<Required<HnswOptions>, 'codes'> & Pick<HnswOptions, 'codes'>;

/** Settings with their defaults; refuses values that no graph can have. */
export const hnswOf = (options: HnswOptions): Hnsw => {
  const { codes, ...hnsw } = settledSettings('hnsw', HNSW_SETTINGS, options);
  const { m, efConstruction, efSearch, oversample } = hnsw;
  if (m < 2 || m > 512 || efConstruction > 3200 || efSearch > 10_000)
    throw new InputError({
      found: `hnsw with m=${m}, efConstruction=${efConstruction}, efSearch=${efSearch}`,
      expected: 'm from 2 to 512, efConstruction up to 3200, efSearch up to 10000',
      fix: 'leave a setting out to have its default',
    });
  if (!codes && options.oversample !== undefined)
    throw new InputError({
      found: `hnsw with oversample=${oversample} and without codes`,
      expected: 'codes with it, as hnsw, codes=byte, oversample=10',
      fix: 'add codes, or leave oversample out: without codes hits are found by their vectors',
    });
  return { ...hnsw, ...(codes && { codes }) };
};

/** What a spec or a record says of the settings: those of codes only where there are codes. */
export const hnswFacts = ({ codes, oversample, ...graph }: Hnsw): JsonObject => ({
  method: 'hnsw',
  ...graph,
  ...(codes && { codes, oversample }),
});

/** What a system with a graph is called, and what its spec says: its rankings are not those of exact search. */
export const hnswForm = (
  hnsw: Hnsw,
  engine: string,
): { readonly name: string; readonly spec: JsonObject } => ({
  name: [
    'hnsw',
    ...Object.entries(HNSW_SETTINGS).flatMap(([name, { default: usual }]) => {
      const value = hnsw[name as keyof Hnsw];
      return value === undefined || value === usual ? [] : [`${name}=${value}`];
    }),
  ].join(', '),
  spec: { approximate: { ...hnswFacts(hnsw), engine } },
});

/** Queries of a run that are also searched exactly, to say how much the graph finds. */
export const SAMPLE = 50;
const CUTOFFS = [10, 100] as const;

/** How many of the hits of exact search an approximate one finds, on queries that are drawn from all: the first ones may be easier than the others. */
export const recallSample = (size: number) => {
  const drawn = reservoir<readonly number[]>(size);
  let unknown: string | undefined;
  const shares = (cutoff: number): readonly number[] => drawn.items.map((each) => each[cutoff]!);
  const figures = () =>
    CUTOFFS.map((cutoff, at) => {
      const recall = shares(at).reduce((sum, share) => sum + share, 0) / drawn.items.length;
      const isWhole = drawn.items.length === drawn.seen;
      const interval = isWhole ? [recall, recall] : wilson(recall, drawn.items.length);
      return { name: `recall@${cutoff}`, recall, interval };
    });
  return {
    /** The place in the sample of the next query; undefined if it is not drawn. */
    place: (): number | undefined => (unknown === undefined ? drawn.place() : undefined),
    add: (place: number, found: Ranking, exact: Ranking): void => {
      drawn.items[place] = CUTOFFS.map((cutoff) => {
        const wanted = exact.slice(0, cutoff);
        const there = new Set(found.slice(0, cutoff).map(({ docId }) => docId));
        return wanted.filter(({ docId }) => there.has(docId)).length / wanted.length;
      });
    },
    /** The engine does not search exactly. */
    refused: (reason: string): void => {
      unknown = reason;
      drawn.items.length = 0;
    },
    get facts(): JsonObject {
      if (unknown !== undefined) return { queries: 0, unknown };
      if (drawn.items.length === 0) return { queries: 0 };
      const { items, seen } = drawn;
      const parts = figures().flatMap(({ name, recall, interval }) => [
        [name, recall],
        [`${name} interval`, interval],
      ]);
      return { queries: items.length, of: seen, seed: SEED, ...Object.fromEntries(parts) };
    },
    said: (name: string): string => {
      if (unknown !== undefined)
        return `${name} is approximate: its recall is unknown, since the engine does not search exactly (${unknown})`;
      const recalls = figures().map(
        ({ name, recall, interval: [low, high] }) =>
          `${name} ${recall.toFixed(4)} (${low!.toFixed(3)} to ${high!.toFixed(3)})`,
      );
      return `${name} is approximate: ${recalls.join(', ')} against exact search, ${drawn.items.length} of ${drawn.seen} queries`;
    },
  };
};

/** Wilson's interval of 95 % for a share. Recalls vary less than answers of yes or no do, so it is rather too wide. */
const wilson = (share: number, of: number): readonly [low: number, high: number] => {
  const z = 1.96 ** 2 / of;
  const middle = (share + z / 2) / (1 + z);
  const half = Math.sqrt(z * (share * (1 - share) + z / 4)) / (1 + z);
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
};
