import { describe, expect, it } from 'vitest';
import { ids, only, opened } from '../../../../test/support/opened-cluster.js';
import { type FakeCluster, fakeCluster, type Spoilt } from '../../../../test/support/opensearch-server.js';

const searchChanged = (change: (response: Record<string, unknown>) => void): Spoilt => ({
  change: (json) => {
    for (const response of json.responses) change(response);
    return json;
  },
});

/** The last search that was asked for scores. */
const scored = (cluster: FakeCluster) => cluster.requests.findLast(({ body }) => body.includes('"boost"'))!;

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

  const GONE = { type: 'node_not_connected_exception', reason: '[n3] Node not connected' };
  const LOST = { shard: 0, index: 'x', node: 'I20', reason: GONE };
  const failed = (status: number, error: object) => ({
    status,
    error: { type: 'search_phase_execution_exception', ...error },
  });
  const MISSING =
    'Search rejected due to missing shards [[x][0]]. Consider using `allow_partial_search_results`';

  it.each([
    [
      'an answer of the others',
      { _shards: { total: 1, successful: 0, failed: 1, failures: [LOST] } },
      '0 of 1',
    ],
    [
      'an error while it searched',
      failed(500, { reason: 'Partial shards failure', root_cause: [GONE], failed_shards: [LOST] }),
      'not all of 1',
    ],
    [
      'an error of all shards',
      failed(503, { reason: 'all shards failed', root_cause: [GONE], failed_shards: [LOST] }),
      '0 of 1',
    ],
  ])('of a part of the shards is told in one way: %s', async (_, answer, answered) => {
    const cluster = fakeCluster();
    const { load } = await opened(cluster);
    const index = await load();
    only(
      cluster,
      '_msearch',
      searchChanged((each) => Object.assign(each, answer)),
      99,
    );
    await expect(ids(index)).rejects.toThrow(
      `no whole answer: ${answered} shards answered a search; shard 0 on node I20: node_not_connected_exception: [n3] Node not connected`,
    );
  });

  it.each([
    [
      failed(503, {
        reason: '',
        root_cause: [],
        failed_shards: [],
        caused_by: { type: 'x', reason: MISSING },
      }),
      'no whole answer: 0 of 1 shards answered a search; x: Search rejected due to missing shards [[x][0]].\n',
    ],
    [
      failed(400, {
        reason: 'all shards failed',
        failed_shards: [{ ...LOST, reason: { ...GONE, caused_by: GONE } }],
      }),
      'refused: search_phase_execution_exception: all shards failed; shard 0 on node I20: node_not_connected_exception: [n3] Node not connected, since node_not',
    ],
  ])('that failed says the cause: %#', async (answer, message) => {
    const cluster = fakeCluster();
    const { load } = await opened(cluster);
    const index = await load();
    only(
      cluster,
      '_msearch',
      searchChanged((each) => Object.assign(each, answer)),
      99,
    );
    await expect(ids(index)).rejects.toThrow(message);
  });

  it('asks for whole answers, and for scores by all shards', async () => {
    const cluster = fakeCluster();
    const { load } = await opened(cluster);
    await ids(await load());
    expect(scored(cluster).body.split('\n')[0]).toBe(
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
    expect(scored(cluster).body).toContain(`"boost":${boost}`);
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
    const { load, tools } = await opened(cluster, { nodes: 2, timeoutSeconds: 1 });
    const index = await load();
    only(cluster, '_msearch', { hang: true });
    expect(await ids(index)).toEqual(['a', 'b']);
    expect(tools.notes.join()).toContain('no answer in time');
    only(cluster, '_msearch', { hang: true }, 99);
    await expect(ids(index)).rejects.toThrow(/no answer in time[\s\S]*--engine-timeout/);
  });

  it('that still work on a search are waited for, however long it takes', async () => {
    const cluster = fakeCluster();
    const { load, tools } = await opened(cluster, { nodes: 2, timeoutSeconds: 1 });
    const index = await load();
    let name = '';
    let answer = (): void => {};
    cluster.spoil = ({ path, headers }) => {
      if (path.includes('_tasks')) {
        answer();
        const tasks = { 'x:1': { headers: { 'X-Opaque-Id': name } } };
        return { text: JSON.stringify({ nodes: { x: { tasks } } }) };
      }
      if (!path.includes('_msearch')) return undefined;
      name = String(headers['x-opaque-id']);
      return new Promise((resolve) => {
        answer = () => resolve(undefined);
      });
    };
    expect(await ids(index)).toEqual(['a', 'b']);
    expect(tools.notes.join()).toContain('the cluster still works on it');
    expect(tools.notes.join()).not.toContain('no answer in time');
  });

  it('are waited for as long as they ask', async () => {
    const cluster = fakeCluster();
    const { load, waits } = await opened(cluster);
    only(cluster, '_bulk', { status: 429, headers: { 'retry-after': '7' }, text: '{}' });
    await load();
    expect(waits).toEqual([7000]);
  });

  it('that answered say why in the error, though the last one that was asked did not', async () => {
    const cluster = fakeCluster();
    const { load } = await opened(cluster, { nodes: 1, dead: true });
    const index = await load();
    only(
      cluster,
      '_msearch',
      searchChanged((each) => (each._shards = { total: 1, successful: 0, failed: 1 })),
      99,
    );
    // Whichever node comes first.
    for (let turn = 0; turn < 3; turn++)
      await expect(ids(index)).rejects.toThrow('no whole answer: 0 of 1 shards answered a search');
  });

  it('none of which answers are an error that names them', async () => {
    const { engine } = await opened(fakeCluster(), { nodes: 0, dead: true });
    await expect(engine.about()).rejects.toThrow(/the connection was refused[\s\S]*127\.0\.0\.1:9\) and run/);
  });
});

describe('an index under the name of a collection', () => {
  it.each([
    ['without a word of r2med', {}, 'was not made by r2med'],
    ['with another key', { r2med: { kind: 'terms', key: '{"corpus":"x"}' } }, 'holds something else'],
    ['with a broken key', { r2med: { kind: 'terms', key: '{' } }, 'was not made by r2med'],
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
