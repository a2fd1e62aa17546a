import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text as wholeText } from 'node:stream/consumers';
import { quantisedLength } from '../../src/search/retrieval/bm25/lucene.js';
import { listening } from './listening.js';
import { vectorFigures, vectorScore } from './opensearch-vectors.js';

// biome-ignore lint/suspicious/noExplicitAny: bodies of a protocol, read as they come
type Any = any;

/** What a request gets instead of a proper answer. */
export interface Spoilt {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** This text in place of JSON. */
  readonly text?: string;
  /** The connection ends within the answer. */
  readonly cut?: true;
  /** No answer. */
  readonly hang?: true;
  /** The proper answer, changed. */
  change?(json: Any): Any;
}

export interface FakeRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly headers: IncomingMessage['headers'];
}

interface FakeIndex {
  settings: Any;
  mappings: Any;
  readonly aliases: Record<string, Any>;
  readonly documents: Map<string, Any>;
  deleted: number;
}

/** Indexes of a fake cluster, shared by its nodes. */
export interface FakeCluster {
  readonly indexes: Map<string, FakeIndex>;
  readonly requests: FakeRequest[];
  version: Any;
  /** What a request gets, by itself or by how many of its path came before it. */
  spoil: (request: FakeRequest, earlier: number) => Spoilt | undefined | Promise<undefined>;
  /** Starts a node, and gives its address. */
  node(): Promise<string>;
  /** What a node does with a request, for a server that outlives a test. */
  answer(incoming: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Requests to a path. */
  count(path: string): number;
}

/** A cluster that keeps documents, lists them and scores them as OpenSearch does. */
export const fakeCluster = (): FakeCluster => {
  const cluster: FakeCluster = {
    indexes: new Map(),
    requests: [],
    version: { number: '2.19.1', distribution: 'opensearch', lucene_version: '9.12.1' },
    spoil: () => undefined,
    node: () => listening(createServer(cluster.answer)),
    answer: (incoming, response) => answer(incoming, response),
    count: (path) => cluster.requests.filter((each) => each.path.includes(path)).length,
  };
  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const request: FakeRequest = {
      method: incoming.method ?? 'GET',
      path: incoming.url ?? '/',
      body: await wholeText(incoming),
      headers: incoming.headers,
    };
    const earlier = cluster.requests.filter(({ path }) => path === request.path).length;
    cluster.requests.push(request);
    const spoilt = await cluster.spoil(request, earlier);
    if (spoilt?.hang) return;
    const proper = spoilt?.text === undefined ? answerTo(cluster, request) : { status: 200, json: {} };
    const json = spoilt?.change ? spoilt.change(proper.json) : proper.json;
    const body = spoilt?.text ?? JSON.stringify(json);
    response.writeHead(spoilt?.status ?? proper.status, {
      'content-length': Buffer.byteLength(body),
      ...spoilt?.headers,
    });
    if (spoilt?.cut) response.write(body.slice(0, 5), () => response.destroy());
    else response.end(body);
  };
  return cluster;
};

const lines = (body: string): Any[] =>
  body
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

const NODE = {
  name: 'n1',
  roles: ['data', 'ingest'],
  fs: { total: { total_in_bytes: 100e9, available_in_bytes: 40e9 } },
  jvm: { mem: { heap_max_in_bytes: 512e6, heap_used_in_bytes: 200e6 } },
};

const answerTo = (
  cluster: FakeCluster,
  { method, path, body }: FakeRequest,
): { status: number; json: Any } => {
  const [, name = '', action = ''] = /^\/([^/?]*)\/?([^/?]*)/.exec(path)!;
  const ok = (json: Any) => ({ status: 200, json });
  if (name === '') return ok({ cluster_name: 'fake', version: cluster.version });
  if (name === '_cluster') {
    const indices = Object.fromEntries(
      [...cluster.indexes.keys()].map((each) => [each, { status: 'green' }]),
    );
    return ok({ status: 'green', number_of_data_nodes: 1, indices });
  }
  if (name === '_nodes') return ok({ nodes: { x: NODE } });
  if (name.endsWith('*')) return ok(Object.fromEntries(cluster.indexes));
  const index = cluster.indexes.get(name);
  if (method === 'PUT' && action === '') {
    if (index)
      return { status: 400, json: { error: { type: 'resource_already_exists_exception', reason: name } } };
    const { settings, mappings } = JSON.parse(body);
    const empty = { aliases: {}, documents: new Map(), deleted: 0 };
    // What is as usual is not told again.
    const { _routing, _source, ...told } = mappings;
    if (_source?.enabled === false) told._source = { enabled: false };
    cluster.indexes.set(name, { settings: { index: settings }, mappings: told, ...empty });
    return ok({ acknowledged: true });
  }
  if (!index) return { status: 404, json: { error: { type: 'index_not_found_exception', reason: name } } };
  if (method === 'DELETE') {
    cluster.indexes.delete(name);
    return ok({ acknowledged: true });
  }
  switch (action) {
    case '':
      return ok({ [name]: { settings: index.settings, mappings: index.mappings, aliases: index.aliases } });
    case '_alias':
      index.aliases[path.split('/').at(-1)!] = JSON.parse(body);
      return ok({ acknowledged: true });
    case '_settings':
      Object.assign(index.settings.index, JSON.parse(body).index);
      return ok({ acknowledged: true });
    case '_stats':
      return ok({
        _all: {
          primaries: { docs: { count: index.documents.size } },
          total: { docs: { deleted: index.deleted } },
        },
      });
    case '_bulk':
      return ok({ items: created(index, lines(body)) });
    case '_count': {
      const { gte, lte } = JSON.parse(body).query.range.row;
      const count = [...index.documents.values()].filter(({ row }) => row >= gte && row <= lte).length;
      return ok({ count, _shards: { total: 1, successful: 1, failed: 0 } });
    }
    case '_msearch':
      return ok({
        responses: lines(body)
          .filter((_, i) => i % 2 === 1)
          .map((each) => found(index, each, cluster.version.number)),
      });
    default:
      return ok({ _shards: { total: 1, successful: 1, failed: 0 } });
  }
};

const created = (index: FakeIndex, given: Any[]): Any[] => {
  const items: Any[] = [];
  for (let at = 0; at < given.length; at += 2) {
    const { _id } = given[at].create;
    const status = index.settings.index.blocks?.write ? 403 : index.documents.has(_id) ? 409 : 201;
    if (status === 201) index.documents.set(_id, given[at + 1]);
    const error = { type: status === 403 ? 'cluster_block_exception' : 'version_conflict', reason: 'no' };
    items.push({ create: { _id, status, ...(status !== 201 && { error }) } });
  }
  return items;
};

const found = (index: FakeIndex, body: Any, version: string): Any => {
  const { query: whole, sort = [], size = 10, search_after: after, aggs, docvalue_fields: asked = [] } = body;
  // Searches are named by a clause that matches every document.
  const [{ exists: { _name: name } = { _name: '' } } = {} as Any] = whole?.bool?.must
    ? whole.bool.filter
    : [];
  const query = name ? whole.bool.must[0] : whole;
  const tokensOf = (document: Any): string[] => document.tokens.split(' ');
  const scoreOf = (document: Any): number => {
    if (!query?.bool?.should) return vectorScore(document, query);
    return bm25Of(query.bool.should, document);
  };
  const documents = [...index.documents.values()];
  const bm25Of = luceneScores(documents, index.settings.index.similarity?.bm25, version);
  const keys: [string, number][] = sort.map((each: Any) => {
    const [key, order] = Object.entries(each)[0]!;
    return [key, order === 'desc' ? -1 : 1];
  });
  const compare = (a: Any[], b: Any[]): number => {
    for (const [i, [, sign]] of keys.entries()) if (a[i] !== b[i]) return a[i] < b[i] ? -sign : sign;
    return 0;
  };
  const hits = documents
    .map((document) => ({ document, score: scoreOf(document) }))
    .filter(({ score }) => score > 0)
    .map(({ document, score }) => ({
      ...(body._source !== false && { _source: document }),
      fields: Object.fromEntries(asked.map((name: string) => [name, [document[name]]])),
      sort: keys.map(([key]) => (key === '_score' ? score : document[key])),
      matched_queries: [name],
    }))
    .sort((a, b) => compare(a.sort, b.sort));
  const page = hits.filter((hit) => !after || compare(after, hit.sort) < 0);
  const sum = (key: string) => ({ value: documents.reduce((total, each) => total + each[key], 0) });
  const buckets = aggs?.terms?.filters.filters.map(({ term: { tokens } }: Any) => {
    const having = documents.filter((document) => tokensOf(document).includes(tokens.value));
    return { doc_count: having.length, first: { value: Math.min(...having.map(({ row }) => row)) } };
  });
  return {
    status: 200,
    timed_out: false,
    _shards: { total: 1, successful: 1, failed: 0 },
    hits: { total: { value: hits.length, relation: 'eq' }, hits: page.slice(0, size) },
    aggregations: named(
      buckets
        ? { terms: { buckets } }
        : { tokens: sum('length'), rows: sum('row'), ...vectorFigures(documents) },
      aggs,
    ),
  };
};

/** Figures come back with what was said about them. */
const named = (figures: Record<string, Any>, aggs: Any = {}): Any =>
  Object.fromEntries(Object.entries(aggs).map(([key, { meta }]: Any) => [key, { ...figures[key], meta }]));

const { fround } = Math;

/** Lucene's BM25 of a document for terms with boosts; 2.x multiplies by 1 + k1. */
const luceneScores = (documents: readonly Any[], parameters: Any, version: string) => {
  const tokens = documents.map((document) =>
    String(document.tokens ?? '')
      .split(' ')
      .filter(Boolean),
  );
  const lengths = tokens.map(({ length }) => length).filter((length) => length > 0);
  const average = fround(lengths.reduce((sum, length) => sum + length, 0) / lengths.length);
  const [k1, b] = [fround(parameters?.k1 ?? 1.2), fround(parameters?.b ?? 0.75)];
  const factor = version.startsWith('2.') ? fround(1 + k1) : 1;
  const place = new Map(documents.map((document, i) => [document, i]));
  const frequencies = new Map<string, number>();
  for (const each of tokens)
    for (const token of new Set(each)) frequencies.set(token, (frequencies.get(token) ?? 0) + 1);
  return (should: readonly Any[], document: Any): number => {
    const own = tokens[place.get(document)!]!;
    const relative = fround(fround(b * quantisedLength(own.length)) / average);
    const inverse = fround(1 / fround(k1 * fround(fround(1 - b) + relative)));
    const scores = should.map(
      ({
        term: {
          tokens: { value, boost },
        },
      }: Any) => {
        const tf = own.filter((token) => token === value).length;
        if (tf === 0) return 0;
        const df = frequencies.get(value)!;
        const idf = fround(Math.log(1 + (lengths.length - df + 0.5) / (df + 0.5)));
        const weight = fround(fround(fround(boost) * factor) * idf);
        return fround(weight - fround(weight / fround(1 + fround(tf * inverse))));
      },
    );
    return fround(scores.reduce((sum, score) => sum + score, 0));
  };
};
