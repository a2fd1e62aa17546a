import { describe, expect, inject, it } from 'vitest';
import type { DenseEmbedder } from '../../src/core/index.js';
import { type Engine, openEngine, vectorPlace } from '../../src/search/engines/index.js';
import { dense } from '../../src/search/retrieval/index.js';
import { hashingEmbedder } from '../support/embedders.js';
import { emptiedEngine } from '../support/emptied-engine.js';
import { madeCollection } from '../support/made-collection.js';
import { testTools } from '../support/tools.js';
import { answersThroughout } from './answers-throughout.js';
import { nodesOf } from './nodes.js';

/** What is claimed: whatever happens to a node, the rankings by vectors are those of the embedded search; and nothing happens to one by a load. */
const cluster = inject('cluster');
const nodes = nodesOf(inject('clusterFolder'), cluster.split(','));
const withEngine = emptiedEngine(() => openEngine(`opensearch:${cluster}`, {}, testTools()));
const { corpus, queries, documents } = madeCollection(5000);

const embedder = (): DenseEmbedder => hashingEmbedder({ dimensions: 64, batch: 250 });
const embedded = dense({ name: 'model', embedder: embedder() }).open(corpus, testTools());
const expected = async () => (await embedded).run(queries);

/** Opens the vectors on the engine, with copies on two nodes. `happens` once half of the documents are embedded. */
const open = (engine: Engine, happens = async (): Promise<unknown> => undefined) => {
  const whole = embedder();
  let documentsLeft = documents.length / 2;
  const interrupted: DenseEmbedder = {
    ...whole,
    async *embed(texts, role, tools) {
      for await (const batch of whole.embed(texts, role, tools)) {
        const before = documentsLeft;
        if (role === 'document') documentsLeft -= batch.embedded.length;
        if (before > 0 && documentsLeft <= 0) await happens();
        yield batch;
      }
    },
  };
  const place = vectorPlace(engine, { shards: 3, replicas: 1 });
  return dense({ name: 'model', embedder: interrupted, place }).open(corpus, testTools());
};

/** The copies of all shards: one that fails and is started again is another. */
const copies = async (): Promise<readonly string[]> => {
  const { routing_table: table } = await nodes.ask('GET', '/_cluster/state/routing_table/r2med-*');
  const indexes: readonly { shards: Record<string, { state: string; allocation_id?: { id: string } }[]> }[] =
    Object.values(table.indices);
  return indexes
    .flatMap(({ shards }) => Object.values(shards).flat())
    .map(({ state, allocation_id: allocation }) => `${state} ${allocation?.id}`)
    .sort();
};

it('a load ends on the shards on which it began', () =>
  withEngine(async (engine) => {
    let halfWay: readonly string[] = [];
    await open(engine, async () => {
      halfWay = await copies();
    });
    expect(halfWay).toHaveLength(6);
    expect(await copies()).toEqual(halfWay);
  }));

describe('kill -9 of a node', () => {
  it('while vectors are loaded: all of them are there, and every ranking is the embedded one', () =>
    withEngine(async (engine) => {
      const victim = await nodes.manager();
      let killed = 0;
      try {
        const runner = await open(engine, async () => {
          await nodes.kill(victim);
          killed += 1;
        });
        expect(killed).toBe(1);
        expect(await runner.run(queries)).toEqual(await expected());
      } finally {
        await nodes.start(victim);
      }
      expect(await engine.collections()).toMatchObject([
        { kind: 'vectors', complete: true, documents: documents.length, deleted: 0 },
      ]);
      expect(await (await open(engine)).run(queries)).toEqual(await expected());
    }));

  it('while queries are answered: every ranking is the embedded one, then and after', () =>
    withEngine(async (engine) => answersThroughout(nodes, await open(engine), queries, await expected())));
});
