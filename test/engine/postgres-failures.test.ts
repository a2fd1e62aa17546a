import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { describe, expect, inject, it, vi } from 'vitest';
import type { Corpus, DenseEmbedder } from '../../src/core/index.js';
import {
  type Engine,
  type EngineOptions,
  engineBm25,
  openEngine,
  vectorPlace,
} from '../../src/search/engines/index.js';
import { dense, retrievers } from '../../src/search/retrieval/index.js';
import { startR2med } from '../support/command.js';
import { hashingEmbedder } from '../support/embedders.js';
import { emptiedEngine } from '../support/emptied-engine.js';
import { madeCollection } from '../support/made-collection.js';
import { testTools } from '../support/tools.js';
import { jsonl, writtenFolder } from '../support/written-folder.js';
import { postgresScript } from './database.js';

/** What is claimed: whatever happens to the server, a search gives the ranking of the embedded search or an error, and a load goes on. */
const database = inject('database');
const folder = inject('databaseFolder');
const open = (options: EngineOptions = {}) => openEngine(database, {}, testTools(), options);
const withEngine = emptiedEngine(() => open());
const { corpus, queries, documents } = madeCollection(3000);

const embedder = (): DenseEmbedder => hashingEmbedder({ dimensions: 32, batch: 250 });
const expected = {
  terms: async () => (await retrievers.bm25({}).open(corpus, testTools())).run(queries),
  vectors: async () =>
    (await dense({ name: 'm', embedder: embedder() }).open(corpus, testTools())).run(queries),
};
const opened = {
  terms: (engine: Engine, given = corpus) => engineBm25('bm25', {}, engine).open(given, testTools()),
  vectors: (engine: Engine, given = corpus) =>
    dense({ name: 'm', embedder: embedder(), place: vectorPlace(engine) }).open(given, testTools()),
};
const KINDS = ['terms', 'vectors'] as const;

/** The corpus, with something that happens when its row 2500 is read for the n-th time. */
const interrupted = (reading: number, happens: () => Promise<unknown>): Corpus => {
  let readings = 0;
  return {
    ...corpus,
    async *rows() {
      const own = ++readings;
      let row = 0;
      for await (const batch of corpus.rows())
        for (const document of batch) {
          if (row++ === 2500 && own === reading) await happens();
          yield [document];
        }
    },
  };
};
/** Readings before the load: terms are surveyed, vectors also measured. */
const LOADING = { terms: 2, vectors: 3 };

const kill = () => postgresScript(folder, 'kill');
const start = () => postgresScript(folder, 'start');

/** Does something by hand, as an administrator may. */
const byHand = async (text: string): Promise<readonly Record<string, unknown>[]> => {
  const sql = postgres(database, { max: 1, onnotice: () => {} });
  try {
    return await sql.unsafe(text);
  } finally {
    await sql.end();
  }
};

describe.each(KINDS)('kill -9 of the server, %s', (kind) => {
  it('while a corpus is loaded: when it is back the load goes on, and every ranking is the embedded one', () =>
    withEngine(async (engine) => {
      let killed = 0;
      const runner = await opened[kind](
        engine,
        interrupted(LOADING[kind], async () => {
          await kill();
          killed += 1;
          // Without a wait for it: the load meets a server that is away.
          void start();
        }),
      );
      expect(killed).toBe(1);
      expect(await engine.collections()).toMatchObject([
        { kind, complete: true, documents: documents.length },
      ]);
      expect(await runner.run(queries)).toEqual(await expected[kind]());
    }));

  it('while queries are answered: every ranking is the embedded one, then and after', () =>
    withEngine(async (engine) => {
      const runner = await opened[kind](engine);
      const answering = runner.run(queries);
      await kill();
      await start();
      expect(await answering).toEqual(await expected[kind]());
      expect(await runner.run(queries)).toEqual(await expected[kind]());
    }));
});

it('a server that stays away: an error that names it, and no ranking', async () => {
  const engine = await open({ tries: 2 });
  const runner = await opened.terms(engine);
  await kill();
  try {
    await expect(runner.run(queries)).rejects.toThrow(
      /the database gave no whole answer: .*Fix: check the server \(postgres:\/\/127/s,
    );
  } finally {
    await start();
  }
  expect(await runner.run(queries)).toEqual(await expected.terms());
  await engine.close();
  await withEngine(async () => {});
});

it('kill -9 of one connection: the statement is sent again', () =>
  withEngine(async (engine) => {
    const runner = await opened.terms(engine);
    const answering = runner.run(queries);
    await byHand("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'r2med'");
    expect(await answering).toEqual(await expected.terms());
  }));

it('kill -9 of the client while it loads: the same command goes on from there', async () => {
  const many = madeCollection(12_000);
  const cwd = writtenFolder({
    'task/corpus.jsonl': jsonl(...many.documents),
    'task/query.jsonl': jsonl(...many.queries.filter(({ text }) => text !== '').slice(0, 20)),
    'task/qrels.jsonl': jsonl({ q_id: 'q0', p_id: many.documents[0]!.id, score: 1 }),
  });
  const run = (out: string, ...more: string[]) =>
    startR2med(['run', '--data', 'task', '--retriever', 'bm25', '--out', out, ...more], { cwd });
  const killed = run('there', '--engine', database);
  const engine = await open();
  await vi.waitUntil(async () => ((await engine.collections())[0]?.documents ?? 0) > 0, {
    timeout: 300_000,
    interval: 10,
  });
  killed.kill('SIGKILL');
  await killed.done;
  expect(await engine.collections()).toMatchObject([{ complete: false }]);
  expect(await run('there', '--engine', database).done).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/ were there; all 12,000 checked/),
  });
  expect((await run('here').done).code).toBe(0);
  const [there, here] = ['there', 'here'].map((out) =>
    readFileSync(join(cwd, out, 'bm25', 'task', 'run.trec'), 'utf8'),
  );
  expect(there).toBe(here);
  for (const { name } of await engine.collections()) await engine.drop(name);
  await engine.close();
});

describe('a database that is not as r2med left it', () => {
  const SPOILT: readonly (readonly [string, (typeof KINDS)[number], (schema: string) => string])[] = [
    ['a row deleted', 'terms', (schema) => `delete from ${schema}.documents where row = 7`],
    [
      'a length changed',
      'terms',
      (schema) => `update ${schema}.documents set length = length + 1 where row = 7`,
    ],
    ['postings lost', 'terms', (schema) => `delete from ${schema}.postings where block = 1`],
    ['a vector deleted', 'vectors', (schema) => `delete from ${schema}.documents where row = 7`],
    [
      'vectors changed',
      'vectors',
      (schema) =>
        `update ${schema}.documents set vector = (select vector from ${schema}.documents where row = 1)`,
    ],
  ];

  it.each(SPOILT)('%s: takes no writes, and with them gives an error', (_, kind, change) =>
    withEngine(async (engine) => {
      await opened[kind](engine);
      const [{ name } = { name: '' }] = await engine.collections();
      await expect(byHand(change(`"${name}"`))).rejects.toThrow('this collection is complete');
      await byHand(`set session_replication_role = replica; ${change(`"${name}"`)}`);
      await expect(opened[kind](engine).then((runner) => runner.run(queries))).rejects.toThrow(/Fix: /);
    }),
  );

  it('with settings that change how numbers are printed: the embedded ranking', async () => {
    const settings = [
      'extra_float_digits = -10',
      "bytea_output = 'escape'",
      "search_path = ''",
      'default_transaction_read_only = on',
    ];
    for (const setting of settings) await byHand(`alter database postgres set ${setting}`);
    try {
      await withEngine(async (engine) => {
        for (const kind of KINDS) {
          const runner = await opened[kind](engine);
          expect(await runner.run(queries)).toEqual(await expected[kind]());
        }
      });
    } finally {
      await byHand('begin read write; alter database postgres reset all; commit');
    }
  });

  it('whose schema is of others: nothing is touched', () =>
    withEngine(async (engine) => {
      await opened.terms(engine);
      const [{ name } = { name: '' }] = await engine.collections();
      await byHand(`drop schema "${name}" cascade; create schema "${name}"`);
      await expect(opened.terms(engine)).rejects.toThrow('was not made by r2med');
      await expect(engine.drop(name)).rejects.toThrow('was not made by r2med');
      await byHand(`drop schema "${name}"`);
    }));
});

it('a statement that takes too long: an error that names the flag', async () => {
  const engine = await open({ timeoutSeconds: 0.001 });
  await expect(opened.terms(engine)).rejects.toThrow(/--engine-timeout|no whole answer/);
  await engine.close();
});
