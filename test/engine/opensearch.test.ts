import { describe, expect, inject, it } from 'vitest';
import { corpusOf } from '../../src/core/index.js';
import { openEngine } from '../../src/search/engines/index.js';
import { describeEngine, RECIPE } from '../conformance/engine.js';
import { testTools } from '../support/tools.js';
import { describeSampleSuite } from './sample-suite.js';

const cluster = inject('cluster');
const open = () => openEngine(`opensearch:${cluster}`, {}, testTools());

const LAYOUTS = [
  { shards: 1, replicas: 0 },
  { shards: 3, replicas: 0 },
  { shards: 1, replicas: 1 },
  { shards: 3, replicas: 1 },
];

describeEngine('OpenSearch', open, LAYOUTS);
describeSampleSuite('OpenSearch', open, LAYOUTS);

const ask = async (method: string, path: string, body?: object) =>
  fetch(`${cluster.split(',')[0]}${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  }).then((answer) => answer.json() as Promise<Record<string, unknown>>);

describe('an index that is not as r2med left it', () => {
  const small = corpusOf('not as it was', [
    { id: 'a', text: 'urate' },
    { id: 'b', text: 'crystals' },
  ]);
  const withIndex = async (work: (index: string, again: () => Promise<unknown>) => Promise<void>) => {
    const engine = await open();
    try {
      const { facts } = await engine.openTerms(small, RECIPE, testTools());
      await work(String(facts.index), () => engine.openTerms(small, RECIPE, testTools()));
    } finally {
      await engine.close();
    }
  };

  it('is not searched with deleted documents, which would count in scores', () =>
    withIndex(async (index, again) => {
      await expect(again()).resolves.toBeDefined();
      // Nobody can write to a finished index, unless they mean to.
      const refused = await ask('PUT', `/${index}/_doc/9`, {
        id: 'c',
        row: 2,
        length: 0,
        hash: '',
        tokens: '',
      });
      expect(JSON.stringify(refused)).toContain('blocked by');
      await ask('PUT', `/${index}/_settings`, { index: { blocks: { write: false } } });
      await ask('PUT', `/${index}/_doc/1`, { id: 'b', row: 1, length: 1, hash: 'x', tokens: 'crystal' });
      await ask('POST', `/${index}/_refresh`);
      await expect(again()).rejects.toThrow(/deleted documents, which still count in scores/);
      await ask('DELETE', `/${index}`);
    }));

  it('is not searched with documents that were added', () =>
    withIndex(async (index, again) => {
      await ask('PUT', `/${index}/_settings`, { index: { blocks: { write: false } } });
      await ask('PUT', `/${index}/_create/2`, { id: 'c', row: 2, length: 1, hash: 'x', tokens: 'crystal' });
      await ask('POST', `/${index}/_refresh`);
      await expect(again()).rejects.toThrow('has 3 documents of 3 tokens; 2 of 2 were loaded');
      await ask('DELETE', `/${index}`);
    }));

  it('is not touched if it is of others', () =>
    withIndex(async (index, again) => {
      await ask('DELETE', `/${index}`);
      await ask('PUT', `/${index}`, { mappings: { properties: { theirs: { type: 'keyword' } } } });
      await ask('PUT', `/${index}/_doc/1?refresh=true`, { theirs: 'kept' });
      const engine = await open();
      await expect(again()).rejects.toThrow(`${index} was not made by r2med`);
      await expect(engine.drop(index)).rejects.toThrow(`${index} was not made by r2med`);
      expect(await engine.collections()).toEqual([]);
      expect(await ask('GET', `/${index}/_doc/1`)).toMatchObject({ _source: { theirs: 'kept' } });
      await engine.close();
      await ask('DELETE', `/${index}`);
    }));
});
