import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import type { Corpus, Query, Ranked, Runner } from '../../src/core/index.js';
import { type Engine, type EngineOptions, engineBm25, openEngine } from '../../src/search/engines/index.js';
import { retrievers } from '../../src/search/retrieval/index.js';
import { startR2med } from '../support/command.js';
import { alike, madeCollection } from '../support/made-collection.js';
import { testTools } from '../support/tools.js';
import { jsonl, writtenFolder } from '../support/written-folder.js';
import { answersThroughout } from './answers-throughout.js';
import { nodesOf } from './nodes.js';

/**
 * What is claimed. Whatever fails, a search gives the ranking of the embedded search or an error; a load that failed can be repeated,
 * and nothing that was acknowledged is lost.
 */
const cluster = inject('cluster');
const nodes = nodesOf(inject('clusterFolder'), cluster.split(','));
const COPIES = { shards: 3, replicas: 1 };
const { corpus, queries, documents } = madeCollection(5000);

const withEngine = async <T>(
  work: (engine: Engine) => Promise<T>,
  options: EngineOptions = {},
): Promise<T> => {
  const engine = await openEngine(`opensearch:${cluster}`, {}, testTools(), options);
  try {
    return await work(engine);
  } finally {
    await engine.close();
  }
};

const open = (engine: Engine, given: Corpus = corpus, layout = COPIES): Promise<Runner<Query, Ranked>> =>
  engineBm25('bm25', {}, engine, layout).open(given, testTools());

const embedded = retrievers.bm25({}).open(corpus, testTools());
const expected = async (): Promise<readonly Ranked[]> => (await embedded).run(queries);

/** The corpus, with something that happens when its row 2500 is loaded, which is the second time it is read. */
const interrupted = (happens: () => Promise<unknown>): Corpus => {
  let readings = 0;
  return {
    ...corpus,
    async *rows() {
      readings += 1;
      let row = 0;
      for await (const batch of corpus.rows())
        for (const document of batch) {
          if (readings === 2 && row++ === 2500) await happens();
          yield [document];
        }
    },
  };
};

const onlyIndex = async (): Promise<string> => {
  const [index] = await withEngine((engine) => engine.collections());
  return index!.name;
};

afterEach(() =>
  withEngine(async (engine) => {
    for (const { name } of await engine.collections()) await engine.drop(name);
  }),
);

describe('kill -9 of a node', () => {
  it('while documents are loaded: all of them are there, and every ranking is the embedded one', async () => {
    const victim = await nodes.manager();
    try {
      await withEngine(async (engine) => {
        const runner = await open(
          engine,
          interrupted(() => nodes.kill(victim)),
        );
        expect(await runner.run(queries)).toEqual(await expected());
      });
    } finally {
      await nodes.start(victim);
    }
    await withEngine(async (engine) => {
      const [{ complete, documents: there, deleted } = {} as never] = await engine.collections();
      expect([complete, there, deleted]).toEqual([true, documents.length, 0]);
      expect(await (await open(engine)).run(queries)).toEqual(await expected());
    });
  });

  it('while queries are answered: every ranking is the embedded one, then and after', () =>
    withEngine(async (engine) => answersThroughout(nodes, await open(engine), queries, await expected())));
});

it('kill -9 of the client while it loads: the same command goes on from there', async () => {
  const many = madeCollection(20_000);
  const folder = writtenFolder({
    'corpus.jsonl': jsonl(...many.documents),
    'query.jsonl': jsonl(...many.queries.filter(({ text }) => text !== '').slice(0, 20)),
    'qrels.jsonl': jsonl({ q_id: 'q0', p_id: many.documents[0]!.id, score: 1 }),
  });
  const env = { OPENSEARCH_URL: cluster };
  const run = (out: string, ...more: string[]) =>
    startR2med(['run', '--data', folder, '--retriever', 'bm25', '--out', join(folder, out), ...more], {
      env,
    });
  const killed = run('there', '--engine', 'opensearch');
  const stored = async (): Promise<number> => {
    await nodes.ask('POST', '/r2med-*/_refresh');
    return (await nodes.ask('GET', '/r2med-*/_count')).count;
  };
  await vi.waitUntil(async () => (await stored()) > 0, { timeout: 300_000, interval: 20 });
  killed.kill('SIGKILL');
  await killed.done;
  const [half] = await withEngine((engine) => engine.collections());
  expect(half).toMatchObject({ complete: false });
  const resumed = await run('there', '--engine', 'opensearch').done;
  expect(resumed).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/ were there; all 20,000 checked/),
  });
  expect((await run('here').done).code).toBe(0);
  const [there, here] = ['there', 'here'].map((out) =>
    readFileSync(join(folder, out, 'bm25', 'task', 'run.trec'), 'utf8'),
  );
  expect(there).toBe(here);
});

describe('an index that takes no documents', () => {
  it('read-only: the load ends with an error, and goes on when the block is lifted', async () => {
    const block = async (on: boolean) =>
      nodes.ask('PUT', `/${await onlyIndex()}/_settings`, { index: { blocks: { read_only: on } } });
    await withEngine(async (engine) => {
      await expect(
        open(
          engine,
          interrupted(() => block(true)),
        ),
      ).rejects.toThrow(/may not be written to: .*read-only[\s\S]*Fix: .*lift the block of the index/);
      await block(false);
      const runner = await open(engine);
      expect(await runner.run(queries)).toEqual(await expected());
      // A finished index need not be written to.
      await block(true);
      expect(await (await open(engine)).run(queries)).toEqual(await expected());
      await block(false);
    });
  });

  it('a full disk: the load ends with an error, and goes on when there is space', async () => {
    const watermark = (size: string | null) =>
      nodes.ask('PUT', '/_cluster/settings', {
        transient: {
          'cluster.routing.allocation.disk': {
            threshold_enabled: size === null ? null : true,
            'watermark.low': size,
            'watermark.high': size,
            'watermark.flood_stage': size,
          },
        },
      });
    const isBlocked = async (): Promise<boolean> => {
      const index = await onlyIndex();
      const { [index]: about } = await nodes.ask('GET', `/${index}/_settings`);
      return about.settings.index.blocks?.read_only_allow_delete === 'true';
    };
    /** OpenSearch also takes no new index then, and goes on so until it is told. */
    const takesNoIndex = async (): Promise<boolean> =>
      (await nodes.ask('GET', '/_cluster/settings')).persistent.cluster?.blocks?.create_index === 'true';
    const takeIndexes = () =>
      nodes.ask('PUT', '/_cluster/settings', { persistent: { 'cluster.blocks.create_index': null } });
    const until = (holds: () => Promise<boolean>) => vi.waitUntil(holds, { timeout: 120_000, interval: 200 });
    const fill = async () => {
      await watermark('900tb');
      await until(async () => (await isBlocked()) && (await takesNoIndex()));
    };
    try {
      await withEngine(async (engine) => {
        await expect(open(engine, interrupted(fill))).rejects.toThrow(
          /may not be written to: .*disk usage exceeded[\s\S]*Fix: free disk space/,
        );
        await expect(open(engine, alike(10))).rejects.toThrow(
          /cannot be made: index_create_block_exception[\s\S]*Fix: r2med doctor/,
        );
        await watermark('1b');
        await until(async () => !(await isBlocked()));
        await takeIndexes();
        expect(await (await open(engine)).run(queries)).toEqual(await expected());
      });
    } finally {
      await watermark(null);
      await takeIndexes();
    }
  });
});

it('a red cluster: searches end with an error, and with the same rankings when the node is back', () =>
  withEngine(
    async (engine) => {
      const runner = await open(engine, corpus, { shards: 3, replicas: 0 });
      const victim = ((await nodes.manager()) % 3) + 1;
      await nodes.kill(victim);
      try {
        await expect(runner.run(queries)).rejects.toThrow(
          /the cluster gave no whole answer: (\d|not all) of 3 shards answered a search[;\s][\s\S]*Fix: check the nodes/,
        );
        expect((await engine.status()).health).toBe('red');
        await expect(open(engine)).rejects.toThrow('the cluster gave no whole answer');
      } finally {
        await nodes.start(victim);
      }
      expect(await runner.run(queries)).toEqual(await expected());
    },
    { tries: 4 },
  ));

it('a node that does not answer: the others do, and every ranking is the embedded one', () =>
  withEngine(async (engine) => {
    const runner = await open(engine);
    const manager = await nodes.manager();
    const victim = (manager % 3) + 1;
    nodes.signal(victim, 'SIGSTOP');
    try {
      const answering = runner.run(queries);
      await vi.waitUntil(
        async () => (await nodes.ask('GET', '/_cluster/health', undefined, manager)).number_of_nodes === 2,
        { timeout: 120_000, interval: 200 },
      );
      nodes.signal(victim, 'SIGCONT');
      expect(await answering).toEqual(await expected());
    } finally {
      nodes.signal(victim, 'SIGCONT');
    }
    await nodes.start(victim);
    expect(await runner.run(queries)).toEqual(await expected());
  }));
