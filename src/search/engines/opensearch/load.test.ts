import { describe, expect, it } from 'vitest';
import { RECIPE } from '../../../../test/conformance/engine.js';
import { alike } from '../../../../test/support/made-collection.js';
import { ids, only, opened } from '../../../../test/support/opened-cluster.js';
import { fakeCluster } from '../../../../test/support/opensearch-server.js';
import { testTools } from '../../../../test/support/tools.js';

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
    [
      'altered in its tokens',
      (documents: Map<string, unknown>) =>
        Object.assign(documents.get('0') as object, { tokens: 'xcrystal' }),
      'is not the corpus: "crystal" is in 1 of its documents, first in row 1; in the corpus in 2, first in row 0',
    ],
    [
      'altered in its length',
      (documents: Map<string, unknown>) => Object.assign(documents.get('1') as object, { length: 3 }),
      'is not the corpus: row 1 is not what was sent',
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

  it('is not complete before the cluster has confirmed it, and goes on from there', async () => {
    const cluster = fakeCluster();
    const { load, engine, tools } = await opened(cluster);
    only(cluster, '_alias', { status: 400, text: '{"error":{"type":"illegal","reason":"no alias"}}' });
    await expect(load()).rejects.toThrow('the cluster refused a change: illegal: no alias');
    expect(await engine.collections()).toMatchObject([{ complete: false, documents: 3 }]);
    expect(await ids(await load())).toEqual(['a', 'b']);
    expect(tools.notes.at(-1)).toMatch(/0 documents loaded, 3 were there; all 3 checked$/);
    expect(await engine.collections()).toMatchObject([{ complete: true }]);
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
