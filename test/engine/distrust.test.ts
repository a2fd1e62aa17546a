import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, inject, it } from 'vitest';
import {
  type Engine,
  engineBm25,
  type HnswOptions,
  openEngine,
  vectorPlace,
} from '../../src/search/engines/index.js';
import { dense, retrievers } from '../../src/search/retrieval/index.js';
import { hashingEmbedder } from '../support/embedders.js';
import { listening } from '../support/listening.js';
import { madeCollection } from '../support/made-collection.js';
import { SPOILT, searchesIn } from '../support/spoilt-answers.js';
import { testTools } from '../support/tools.js';
import { nodesOf } from './nodes.js';

/**
 * What is claimed. A cluster that is set up in another way, or answers something else, gives the rankings of the embedded search, or an error that
 * says what is wrong.
 */
const cluster = inject('cluster');
const { ask } = nodesOf(inject('clusterFolder'), cluster.split(','));
const { corpus, queries } = madeCollection(400);

const opened = (address = cluster, tools = testTools()) =>
  openEngine(`opensearch:${address}`, {}, tools, { tries: 2 });

const withEngine = async <T>(work: (engine: Engine) => Promise<T>, address = cluster): Promise<T> => {
  const engine = await opened(address);
  try {
    return await work(engine);
  } finally {
    await engine.close();
  }
};

const model = () => ({ name: 'model', embedder: hashingEmbedder({ dimensions: 32, batch: 500 }) });

/** Every system here and there. */
const mustAgree = async (engine: Engine): Promise<void> => {
  for (const [here, there] of [
    ...(['bm25', 'bm25-lucene'] as const).map(
      (preset) => [retrievers[preset]({}), engineBm25(preset, {}, engine)] as const,
    ),
    [dense(model()), dense({ ...model(), place: vectorPlace(engine) })] as const,
  ]) {
    const expected = await (await here.open(corpus, testTools())).run(queries);
    expect(await (await there.open(corpus, testTools())).run(queries)).toEqual(expected);
  }
};

afterEach(() =>
  withEngine(async (engine) => {
    await ask('DELETE', '/_index_template/other');
    await ask('DELETE', '/_template/other');
    await ask('PUT', '/_cluster/settings', { transient: { 'search.allow_expensive_queries': null } });
    for (const { name } of await engine.collections()) await engine.drop(name);
  }),
);

/** Parts of a template for all indexes. */
const TEMPLATES: Readonly<Record<string, { readonly settings?: object; readonly mappings?: object }>> = {
  'documents that are not kept': { mappings: { _source: { enabled: false } } },
  'documents that are kept in part': { mappings: { _source: { excludes: ['tokens'] } } },
  'another formula': {
    settings: { similarity: { bm25: { type: 'boolean' }, default: { type: 'boolean' } } },
    mappings: { properties: { tokens: { type: 'text', similarity: 'boolean', norms: false } } },
  },
  'fewer hits in an answer': { settings: { max_result_window: 100 } },
  'documents that are changed on their way': {
    settings: { default_pipeline: 'none', final_pipeline: 'none' },
  },
  'further fields': { mappings: { properties: { theirs: { type: 'keyword' } } } },
};

describe('an index template with', () => {
  it.each(Object.entries(TEMPLATES))('%s has no effect', (_, template) =>
    withEngine(async (engine) => {
      await ask('PUT', '/_index_template/other', { index_patterns: ['*'], template });
      await mustAgree(engine);
    }),
  );

  it.each([
    [
      'documents that are kept in part',
      { mappings: { _source: { excludes: ['tokens'] } } },
      '_source.excludes',
    ],
    [
      'ids that are cut',
      { mappings: { properties: { id: { type: 'keyword', ignore_above: 3 } } } },
      'properties.id.ignore_above',
    ],
    ['a change of answers', { settings: { 'search.default_pipeline': 'theirs' } }, 'search.default_pipeline'],
    [
      'other tokens',
      { settings: { analysis: { analyzer: { whitespace: { type: 'keyword' } } } } },
      'analysis.analyzer.whitespace.type',
    ],
  ])('%s that is merged into the index is an error, and no index is left', (_, template, said) =>
    withEngine(async (engine) => {
      // Templates of the older kind are merged into each field.
      const made = await ask('PUT', '/_template/other', { index_patterns: ['*'], ...template });
      expect(made).toEqual({ acknowledged: true });
      const opening = engineBm25('bm25', {}, engine).open(corpus, testTools());
      await expect(opening).rejects.toThrow(`is not as r2med makes it: ${said}`);
      expect(await engine.collections()).toEqual([]);
    }),
  );
});

/** A server before the cluster that changes what is sent to it, or what it answers. */
const between = (
  change: (path: string, body: string) => string,
  answered: (path: string, body: string, json: string) => string = (_, __, json) => json,
): Promise<string> =>
  listening(
    createServer(async (got, answer) => {
      const path = got.url ?? '/';
      const body = await text(got);
      const given = await fetch(`${cluster.split(',')[0]}${path}`, {
        method: got.method ?? 'GET',
        headers: { 'content-type': got.headers['content-type'] ?? 'application/json' },
        ...(body && { body: change(path, body) }),
      });
      answer
        .writeHead(given.status, { 'content-type': 'application/json' })
        .end(answered(path, body, await given.text()));
    }),
  );

describe('between r2med and the cluster', () => {
  it('first tokens that are altered are noticed before anything is searched', async () => {
    const address = await between((path, body) =>
      path.includes('_bulk') ? body.replaceAll(/"tokens":"(\w)/g, '"tokens":"x$1') : body,
    );
    await withEngine(async (engine) => {
      const opening = engineBm25('bm25', {}, engine).open(corpus, testTools());
      await expect(opening).rejects.toThrow(/is not the corpus: "\w+" is in \d+ of its documents/);
      expect(await engine.collections()).toMatchObject([{ complete: false }]);
    }, address);
  });

  it.each([
    // Its last byte: the exponent of the last number.
    ['bytes', /"bytes":"([^"]+)...=/g, '"bytes":"$1QUE='],
    ['vectors', /"vector":\[(-?[\d.e-]+),(-?[\d.e-]+)/g, '"vector":[$2,$1'],
    ['codes of vectors', /"vector":\[(-?\d+),(-?\d+)/g, '"vector":[$2,$1', { codes: 'byte' }],
  ] as const)(
    '%s that are altered are noticed before anything is searched',
    async (_, what, by, hnsw?: HnswOptions) => {
      const address = await between((path, body) =>
        path.includes('_bulk') ? body.replaceAll(what, by) : body,
      );
      await withEngine(async (engine) => {
        const opening = dense({ ...model(), place: vectorPlace(engine, {}, hnsw) }).open(corpus, testTools());
        await expect(opening).rejects.toThrow(/is not (the corpus|the one that was loaded)/);
      }, address);
    },
  );

  it.each(Object.entries(SPOILT))('%s: an error, or the right rankings', async (_, spoiling) => {
    let first: readonly unknown[] | undefined;
    let isSpoilt = false;
    const address = await between(
      (_, body) => body,
      (path, body, json) => {
        if (!path.includes('_msearch')) return json;
        const { responses, ...rest } = JSON.parse(json);
        first ??= responses as unknown[];
        const changed = isSpoilt ? spoiling(responses, searchesIn(body), first) : responses;
        return JSON.stringify({ ...rest, responses: changed });
      },
    );
    await withEngine(async (engine) => {
      for (const preset of ['bm25', 'bm25-lucene'] as const) {
        isSpoilt = false;
        const expected = await (await retrievers[preset]({}).open(corpus, testTools())).run(queries);
        const runner = await engineBm25(preset, {}, engine).open(corpus, testTools());
        isSpoilt = true;
        const found = await runner.run(queries).catch((error: Error) => error.name);
        if (found !== 'WorkError') expect(found).toEqual(expected);
      }
    }, address);
  });
});

it('a cluster that forbids exact search: a graph stays, its recall is unknown, and exact search says the cause', () =>
  withEngine(async (engine) => {
    await ask('PUT', '/_cluster/settings', { transient: { 'search.allow_expensive_queries': false } });
    const tools = testTools();
    const graph = await dense({ ...model(), place: vectorPlace(engine, {}, {}) }).open(corpus, tools);
    expect((await graph.run(queries)).some(({ hits }) => hits.length > 0)).toBe(true);
    expect(graph.facts.approximate).toMatchObject({
      sample: { queries: 0, unknown: expect.stringContaining('allow_expensive_queries') },
    });
    expect(tools.notes.join()).toContain('its recall is unknown, since the engine does not search exactly');
    const exact = await dense({ ...model(), place: vectorPlace(engine) }).open(corpus, testTools());
    await expect(exact.run(queries)).rejects.toThrow('allow_expensive_queries');
  }));
