import { z } from 'zod';
import {
  defined,
  type Hit,
  InputError,
  type JsonObject,
  type SearchedBatch,
  type Searcher,
  type SearchQuery,
  WorkError,
} from '../../core/index.js';
import {
  ApiFailure,
  batches,
  bearer,
  call,
  checkFromOne,
  InvalidResponse,
  NO_COST,
  openClient,
  type Reach,
  type Run,
  readAs,
  runJobs,
} from '../../platform/api-client/index.js';
import { type Fate, readRanking } from '../custom/index.js';

/** The variable that holds the key of a search server, sent as `Authorization: Bearer …`. */
export const SEARCH_KEY = 'R2MED_SEARCH_API_KEY';

/** Everything that opens a search system behind HTTP. */
export interface ServedSearchSettings extends Reach {
  /** Where requests are sent, unchanged; several share the load and serve the same index. */
  readonly endpoints: readonly string[];
  /** Queries per request; 32. */
  readonly batchSize?: number;
  readonly concurrency?: number;
  readonly signal?: AbortSignal;
  note?(line: string): void;
}

/** As for a module or a command. */
const QUERIES_PER_REQUEST = 32;
const LARGEST_REQUEST_BYTES = 8 << 20;

const RESUME = 'then run again: rankings are cached if the server says a version';

/** Asked when a server is met: the answer shows that it works, and says which version of the index it is. */
const FIRST_QUERY: SearchQuery = { id: 'fever', text: 'fever' };

const EXPECTED = {
  expected:
    '{"rankings": [[["id", score], …]]}, one ranking per query, as docs/guides/your-own-search.md describes',
  fix: `correct the address or the server; it was sent ${JSON.stringify({ queries: [FIRST_QUERY], k: 1 })}`,
} as const;

/** A query on its way to the server. */
interface QueryItem {
  readonly place: number;
  readonly query: SearchQuery;
  readonly tokens: number;
  readonly bytes: number;
}

/** A search system behind HTTP: POST `{ queries, k }`, answered by `{ rankings }`; docs/guides/your-own-search.md has it all. */
export const openServedSearch = async (settings: ServedSearchSettings): Promise<Searcher> => {
  const {
    batchSize = QUERIES_PER_REQUEST,
    note = () => {},
    signal = new AbortController().signal,
  } = settings;
  checkFromOne({ batch: batchSize });
  // There is no home: addresses are always given, and a key may be needed or not.
  const home = { home: 'http://localhost', keyVariables: [SEARCH_KEY], whole: true } as const;
  const client = await openClient(home, settings, {
    words: { who: 'the search system', items: 'queries', done: 'searched', resume: RESUME },
  });
  const { connection, addresses, meter } = client;
  let met: ServerInfo | undefined;
  let unfit: string | undefined;

  const runOf = (k: number, tell: (line: string) => void): Run<QueryItem, Fate<readonly Hit[]>> => ({
    client,
    most: () => NO_COST,
    request: async (endpoint, items, until) => {
      const queries = items.map(({ query }) => query);
      const { fates, ...info } = await call(
        connection,
        endpoint,
        {
          url: endpoint,
          headers: bearer,
          body: { queries: queries as unknown as JsonObject[], k },
          read: (answer) => readAnswer(answer, queries.length, k, met === undefined),
        },
        until,
      ).catch((error: unknown) => {
        if (error instanceof ApiFailure && error.kind === 'unusable') unfit = error.message;
        throw error;
      });
      met ??= info;
      mustBeSame(met, info, endpoint);
      return { values: fates };
    },
    textOf: ({ query }) => query.text,
    shorter: () => undefined,
    note: tell,
  });
  const search = async function* (
    queries: readonly SearchQuery[],
    k: number,
    options: { note(line: string): void; readonly signal: AbortSignal },
  ): AsyncGenerator<SearchedBatch> {
    const jobs = jobsOf(queries, batchSize);
    for await (const { done, failed } of runJobs(runOf(k, options.note), jobs, options.signal))
      yield batchOf(done, failed);
  };

  try {
    for await (const { failed } of search([FIRST_QUERY], 1, { note, signal })) {
      // Whatever else is asked will be answered in the same shape.
      if (!met && unfit !== undefined) throw new InputError({ found: unfit, ...EXPECTED });
      for (const { reason } of failed) note(`${addresses[0]} refuses "${FIRST_QUERY.text}": ${reason}`);
    }
  } catch (error) {
    await client.close();
    throw error;
  }
  return {
    name: met?.name ?? nameOf(addresses[0]!),
    spec: { backEnd: 'served-search', addresses, ...defined({ name: met?.name, version: met?.version }) },
    version: met?.version,
    search,
    calls: meter.calls,
    close: client.close,
  };
};

const jobsOf = (queries: readonly SearchQuery[], batchSize: number) =>
  batches(
    queries.map(
      (query, place): QueryItem => ({
        place,
        query,
        tokens: 0,
        bytes: Buffer.byteLength(JSON.stringify(query)) + 1,
      }),
    ),
    { texts: batchSize, tokens: Number.POSITIVE_INFINITY, bytes: LARGEST_REQUEST_BYTES },
  );

const batchOf = (
  done: readonly { readonly item: QueryItem; readonly value: Fate<readonly Hit[]> }[],
  failed: readonly { readonly item: QueryItem; readonly reason: string }[],
): SearchedBatch => ({
  found: done.flatMap(({ item: { place }, value }) =>
    'value' in value ? [{ place, hits: value.value }] : [],
  ),
  failed: [
    ...done.flatMap(({ item: { place }, value }) =>
      'failed' in value ? [{ place, reason: value.failed }] : [],
    ),
    ...failed.map(({ item: { place }, reason }) => ({ place, reason })),
  ],
});

/** Rankings of two versions are not one system's. */
const mustBeSame = (met: ServerInfo, info: ServerInfo, endpoint: string): void => {
  if (met.version === info.version) return;
  throw new WorkError(
    `${endpoint} says version ${info.version ?? 'nothing'} after version ${met.version ?? 'nothing'}`,
    'serve one version at all addresses until the run is done, then run again',
  );
};

/** `served-search-localhost-9200-search`: an address holds no secret, but marks that a name cannot have. */
const nameOf = (address: string): string =>
  `served-search-${address
    .replace(/^https?:\/\//, '')
    .replace(/[^\w.]+/g, '-')
    .replace(/-$/, '')}`;

/** What a server says in addition to its rankings. */
interface ServerInfo {
  readonly name: string | undefined;
  readonly version: string | undefined;
}

const Answer = z.object({
  rankings: z.array(z.unknown()),
  errors: z.array(z.string().nullable()).optional(),
  name: z.string().min(1).optional(),
  version: z.union([z.string(), z.number()]).transform(String).optional(),
});

/** Reads `{ rankings, errors?, name?, version? }`. One ranking per query, or the whole answer is unusable; `strict`: nor one that is none. */
export const readAnswer = (
  answer: unknown,
  queries: number,
  k: number,
  strict: boolean,
): ServerInfo & { readonly fates: readonly Fate<readonly Hit[]>[] } => {
  const { rankings, errors = [], name, version } = readAs(Answer, answer, 'no rankings');
  if (rankings.length !== queries)
    throw new InvalidResponse(`${rankings.length} rankings for ${queries} queries`);
  const fates = rankings.map((ranking, i) => {
    const error = errors[i];
    if (typeof error === 'string') return { failed: error || 'no reason given' };
    const read = readRanking(ranking, k);
    if (strict && 'failed' in read) throw new InvalidResponse(read.failed);
    return read;
  });
  return { fates, name, version };
};
