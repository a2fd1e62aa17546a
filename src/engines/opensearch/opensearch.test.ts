import { describe, expect, it } from 'vitest';
import { RECIPE } from '../../../test/conformance/engine.js';
import { alike } from '../../../test/made-collection.js';
import { type FakeCluster, fakeCluster, type Spoilt } from '../../../test/opensearch-server.js';
import { testTools } from '../../../test/tools.js';
import { corpusOf } from '../../core/index.js';
import type { TermsIndex } from '../engine.js';
import { openOpenSearch } from './opensearch.js';

const CORPUS = corpusOf('fake', [
  { id: 'a', text: 'urate crystals' },
  { id: 'b', text: 'crystals' },
  { id: 'c', text: '' },
]);
const CRYSTAL = [new Map([['crystal', 1]])];

/** An engine on a fake cluster, whose waits take no time. */
const opened = async (
  cluster: FakeCluster,
  { nodes = 1, env = {}, dead = false, timeoutMs = 60_000 }: Opening = {},
) => {
  const addresses = dead ? ['http://127.0.0.1:9'] : [];
  for (let i = 0; i < nodes; i++) addresses.push(await cluster.node());
  const waits: number[] = [];
  const tools = testTools();
  const engine = await openOpenSearch(addresses.join(), env, tools, {
    timeoutMs,
    policy: { tries: 4, sleep: async (ms) => waits.push(ms), random: () => 0, date: () => 0 },
  });
  return { engine, waits, tools, load: () => engine.openTerms(CORPUS, RECIPE, tools) };
};
interface Opening {
  readonly nodes?: number;
  readonly env?: Record<string, string>;
  readonly dead?: boolean;
  readonly timeoutMs?: number;
}

const ids = async (index: TermsIndex) => (await index.search(CRYSTAL, 10))[0]!.map(({ id }) => id);
const only = (cluster: FakeCluster, path: string, spoilt: Spoilt, times = 1): void => {
  let left = times;
  cluster.spoil = (request) => (request.path.includes(path) && left-- > 0 ? spoilt : undefined);
};
const searchChanged = (change: (response: Record<string, unknown>) => void): Spoilt => ({
  change: (json) => {
    for (const response of json.responses) change(response);
    return json;
  },
});

const PASSING: readonly [what: string, spoilt: Spoilt][] = [
  ['a shard that failed', searchChanged((each) => (each._shards = { total: 1, successful: 0, failed: 1 }))],
  [
    'fewer shards than the index has',
    searchChanged((each) => (each._shards = { total: 0, successful: 0, failed: 0 })),
  ],
  ['an answer that ran out of time', searchChanged((each) => (each.timed_out = true))],
  ['no word about time', searchChanged((each) => delete each.timed_out)],
  ['no shards at all', searchChanged((each) => delete each._shards)],
  ['hits without values', searchChanged((each) => (each.hits = { hits: [{}] }))],
  [
    'a search that failed',
    searchChanged((each) => Object.assign(each, { status: 503, error: { type: 'x', reason: 'y' } })),
  ],
  ['an answer to fewer searches', { change: () => ({ responses: [] }) }],
  ['a full queue', { status: 429, text: '{"error":{"type":"rejected","reason":"queue"}}' }],
  ['a gateway without a node', { status: 502, text: '<html>' }],
  ['text that is not JSON', { text: '<html>hello</html>' }],
  ['JSON that is not an object', { text: '[1]' }],
  ['half an answer', { cut: true }],
];

describe('a search', () => {
  it.each(PASSING)('is repeated after %s, and is an error if that stays', async (_, spoilt) => {
    const cluster = fakeCluster();
    const { load } = await opened(cluster);
    const index = await load();
    only(cluster, '_msearch', spoilt, 2);
    expect(await ids(index)).toEqual(['a', 'b']);
    only(cluster, '_msearch', spoilt, 99);
    await expect(ids(index)).rejects.toThrow('the cluster gave no whole answer');
  });

  it('that is refused is an error at once', async () => {
    const cluster = fakeCluster();
    const { load, waits } = await opened(cluster);
    const index = await load();
    only(
      cluster,
      '_msearch',
      searchChanged((each) => Object.assign(each, { status: 400, error: { type: 'x', reason: 'y' } })),
    );
    await expect(ids(index)).rejects.toThrow('a search was refused: x: y');
    expect(waits).toEqual([]);
  });

  it('asks for whole answers, and for scores by all shards', async () => {
    const cluster = fakeCluster();
    const { load } = await opened(cluster);
    await ids(await load());
    expect(cluster.requests.at(-1)!.body.split('\n')[0]).toBe(
      '{"allow_partial_search_results":false,"search_type":"dfs_query_then_fetch"}',
    );
  });

  it.each([
    ['2.19.1', Math.fround(1 / Math.fround(1.9))],
    ['3.8.0', 1],
  ])('on version %s sends the boost %d for a term said once', async (number, boost) => {
    const cluster = fakeCluster();
    cluster.version = { ...cluster.version, number };
    const { load } = await opened(cluster);
    await ids(await load());
    expect(cluster.requests.at(-1)!.body).toContain(`"boost":${boost}`);
  });
});

describe('nodes', () => {
  it('share requests, and the next one answers for one that does not', async () => {
    const cluster = fakeCluster();
    const { load, waits } = await opened(cluster, { nodes: 2, dead: true });
    expect(await ids(await load())).toEqual(['a', 'b']);
    // Others were there: nobody waited.
    expect(waits.every((ms) => ms === 0)).toBe(true);
  });

  it('that are silent for too long are given up', async () => {
    const cluster = fakeCluster();
    const { load, tools } = await opened(cluster, { nodes: 2, timeoutMs: 3000 });
    const index = await load();
    only(cluster, '_msearch', { hang: true });
    expect(await ids(index)).toEqual(['a', 'b']);
    expect(tools.notes.join()).toContain('no answer in time');
  });

  it('are waited for as long as they ask', async () => {
    const cluster = fakeCluster();
    const { load, waits } = await opened(cluster);
    only(cluster, '_bulk', { status: 429, headers: { 'retry-after': '7' }, text: '{}' });
    await load();
    expect(waits).toEqual([7000]);
  });

  it('none of which answers are an error that names them', async () => {
    const { engine } = await opened(fakeCluster(), { nodes: 0, dead: true });
    await expect(engine.about()).rejects.toThrow(/the connection was refused[\s\S]*127\.0\.0\.1:9\) and run/);
  });
});

describe('a load', () => {
  it('ends soon on a full disk, and says so: space does not come by asking again', async () => {
    const full = { type: 'cluster_block_exception', reason: 'disk usage exceeded flood-stage watermark' };
    const cluster = fakeCluster();
    const { load, waits } = await opened(cluster);
    only(cluster, '_bulk', {
      change: ({ items }) => ({
        items: items.map(({ create }: { create: object }) => ({
          create: { ...create, status: 429, error: full },
        })),
      }),
    });
    await expect(load()).rejects.toThrow(/may not be written to: .*disk usage[\s\S]*free disk space/);
    expect(waits).toEqual([]);
  });

  it('names a cluster that takes no further index, which no account changes', async () => {
    const cluster = fakeCluster();
    const { load } = await opened(cluster);
    cluster.spoil = ({ method }) =>
      method === 'PUT'
        ? { status: 403, text: '{"error":{"type":"index_create_block_exception","reason":"blocked"}}' }
        : undefined;
    await expect(load()).rejects.toThrow(/cannot be made: index_create_block_exception[\s\S]*r2med doctor/);
  });

  it('sends documents that were turned away again, and only those', async () => {
    const cluster = fakeCluster();
    const { load } = await opened(cluster);
    cluster.spoil = ({ path, body }, earlier) => {
      if (!path.includes('_bulk') || earlier > 0) return undefined;
      expect(body.split('\n')).toHaveLength(7);
      return {
        change: (json) => {
          const [index] = [...cluster.indexes.values()];
          index!.documents.delete('1');
          Object.assign(json.items[1].create, { status: 429, error: { type: 'rejected', reason: 'full' } });
          return json;
        },
      };
    };
    expect(await ids(await load())).toEqual(['a', 'b']);
    const [, second] = cluster.requests.filter(({ path }) => path.includes('_bulk'));
    expect(second!.body).toMatch(/^{"create":{"_id":"1"}}\n[^\n]*\n$/);
  });

  it('counts documents of a request whose answer was lost as there', async () => {
    const cluster = fakeCluster();
    const { load, tools } = await opened(cluster);
    only(cluster, '_bulk', { cut: true });
    expect(await ids(await load())).toEqual(['a', 'b']);
    expect(tools.notes.at(-1)).toMatch(/0 documents loaded, 3 were there; all 3 checked$/);
  });

  it.each([
    ['lost', (documents: Map<string, unknown>) => documents.delete('1'), '2 of 3 documents are there'],
    [
      'changed',
      (documents: Map<string, unknown>) => Object.assign(documents.get('1') as object, { hash: 'x' }),
      'with other content',
    ],
  ])('is not complete if a document was %s', async (_, harm, message) => {
    const cluster = fakeCluster();
    const { load, engine } = await opened(cluster);
    cluster.spoil = ({ path }) => {
      if (path.includes('_refresh')) for (const { documents } of cluster.indexes.values()) harm(documents);
      return undefined;
    };
    await expect(load()).rejects.toThrow(message);
    expect(await engine.collections()).toMatchObject([{ complete: false }]);
  });

  it('says what is wrong when nothing may be written', async () => {
    const cluster = fakeCluster();
    const { load } = await opened(cluster);
    cluster.spoil = ({ path }) => {
      if (path.includes('_bulk'))
        for (const { settings } of cluster.indexes.values()) settings.index.blocks = { write: true };
      return undefined;
    };
    await expect(load()).rejects.toThrow(
      /may not be written to: cluster_block_exception[\s\S]*free disk space/,
    );
  });

  it('refuses a document that the index does not take', async () => {
    const cluster = fakeCluster();
    const { load } = await opened(cluster);
    only(cluster, '_bulk', {
      change: (json) => {
        Object.assign(json.items[2].create, { status: 400, error: { type: 'mapper', reason: 'too odd' } });
        return json;
      },
    });
    await expect(load()).rejects.toThrow('row 2 was refused: mapper: too odd');
  });

  it('clears deleted documents if it can, and refuses to search otherwise', async () => {
    const cluster = fakeCluster();
    const { load } = await opened(cluster);
    let clears = true;
    cluster.spoil = ({ path }) => {
      for (const index of cluster.indexes.values())
        if (path.includes('_refresh')) index.deleted = 2;
        else if (path.includes('_forcemerge') && clears) index.deleted = 0;
      return undefined;
    };
    expect(await ids(await load())).toEqual(['a', 'b']);
    clears = false;
    cluster.indexes.clear();
    await expect(load()).rejects.toThrow('2 deleted documents, which still count in scores');
  });

  it.each([
    ['red', 'the cluster gave no whole answer'],
    ['yellow', undefined],
  ])('with copies that do not come in time: %s', async (status, message) => {
    const cluster = fakeCluster();
    const { load, tools } = await opened(cluster);
    cluster.spoil = ({ path }) =>
      path.includes('wait_for_status')
        ? { status: 408, change: () => ({ status, timed_out: true }) }
        : undefined;
    if (message) return expect(load()).rejects.toThrow(message);
    expect(await ids(await load())).toEqual(['a', 'b']);
    expect(tools.notes.join()).toContain('some copies of its shards are missing (yellow)');
  });

  it('holds a few requests in memory, whatever the size', async () => {
    const cluster = fakeCluster();
    const { engine, tools } = await opened(cluster);
    await engine.openTerms(alike(4500), RECIPE, tools);
    expect(cluster.count('_bulk')).toBe(5);
    expect(tools.notes.at(-1)).toContain('4,500 documents loaded; all 4,500 checked');
  });

  it('ends when it is stopped', async () => {
    const cluster = fakeCluster();
    const { engine } = await opened(cluster);
    const stop = new AbortController();
    cluster.spoil = ({ path }) => {
      if (path.includes('_bulk')) stop.abort(new Error('enough'));
      return undefined;
    };
    await expect(engine.openTerms(alike(9000), RECIPE, testTools({ signal: stop.signal }))).rejects.toThrow(
      'enough',
    );
    expect(cluster.count('_bulk')).toBeLessThan(9);
  });
});

describe('an index under the name of a collection', () => {
  it.each([
    ['without a word of r2med', {}, 'was not made by r2med'],
    [
      'with another key',
      { r2med: { kind: 'terms', key: '{"corpus":"x"}', complete: true } },
      'holds something else',
    ],
    ['with a broken key', { r2med: { kind: 'terms', key: '{', complete: true } }, 'was not made by r2med'],
  ])('is refused %s, and stays as it is', async (_, meta, message) => {
    const cluster = fakeCluster();
    const { load } = await opened(cluster);
    const index = await load();
    const there = cluster.indexes.get(String(index.facts.index))!;
    there.mappings = { _meta: meta };
    const before = cluster.requests.length;
    await expect(load()).rejects.toThrow(message);
    expect(cluster.requests.slice(before).every(({ method }) => method === 'GET')).toBe(true);
  });
});

describe('a cluster', () => {
  it.each([
    [{ number: '8.15.0', build_flavor: 'default' }, 'is not OpenSearch (version 8.15.0'],
    [{ number: '1.3.0', distribution: 'opensearch' }, 'OpenSearch 1.3.0 is not known to score exactly'],
    [{ number: '4.0.0', distribution: 'opensearch' }, 'OpenSearch 4.0.0 is not known to score exactly'],
  ])('of version %j is refused', async (version, message) => {
    const cluster = fakeCluster();
    cluster.version = version;
    const { load } = await opened(cluster);
    await expect(load()).rejects.toThrow(message);
    expect(cluster.indexes.size).toBe(0);
  });

  it('that wants to know who asks is an error with the variables to set', async () => {
    const cluster = fakeCluster();
    cluster.spoil = () => ({ status: 401, text: 'Unauthorized' });
    const { engine } = await opened(cluster, {
      env: { OPENSEARCH_USER: 'me', OPENSEARCH_PASSWORD: 'hunter2' },
    });
    const error = await engine.about().catch(String);
    expect(error).toContain('OPENSEARCH_USER');
    expect(error).not.toContain('hunter2');
  });

  it.each([
    [{ OPENSEARCH_USER: 'me', OPENSEARCH_PASSWORD: 'secret' }, `Basic ${btoa('me:secret')}`],
    [{ OPENSEARCH_API_KEY: 'key' }, 'ApiKey key'],
    [{}, undefined],
  ])('gets the credentials of the environment: %j', async (env, header) => {
    const cluster = fakeCluster();
    const { engine, tools } = await opened(cluster, { env });
    await engine.about();
    expect(cluster.requests.map(({ headers }) => headers.authorization)).toEqual([header, header]);
    expect(tools.notes).toEqual([]);
  });
});
