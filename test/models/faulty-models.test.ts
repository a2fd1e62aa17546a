import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Embedder } from '../../src/core/index.js';
import { openCommand } from '../../src/models/custom/command.js';
import { openModule } from '../../src/models/custom/module.js';
import { openEmbeddingApi } from '../../src/models/embedders/api/index.js';
import { openRerankApi } from '../../src/models/scorers/api/index.js';
import { BAD, describeFaults, type Fault, type FaultyModel } from '../conformance/faults.js';
import { type Collected, collectPlaces } from '../support/collected.js';
import { startEmbeddingServer } from '../support/embedding-server.js';
import { startRerankServer } from '../support/rerank-server.js';
import type { PlainBehaviour } from '../support/scripted-server.js';
import { testClock } from '../support/served-embedder.js';
import { collectScores } from '../support/served-scorer.js';
import { testTools } from '../support/tools.js';

/** Milliseconds that a model which never returns has. */
const SOON = 150;

const collect = <Vector>(embedder: Embedder<Vector>, texts: readonly string[]): Promise<Collected<unknown>> =>
  collectPlaces(embedder.embed(texts, 'document', testTools()), texts.length, ({ embedded, failed }) => ({
    done: embedded.map(({ place, vector }) => ({ place, value: vector })),
    failed,
  }));

const embedding = <Vector>(
  embedder: Embedder<Vector>,
  close: () => Promise<void> = async () => {},
): FaultyModel => ({
  work: (texts) => collect(embedder, texts),
  close: async () => {
    await embedder.close();
    await close();
  },
});

const written = (name: string, source: string): string => {
  const file = join(mkdtempSync(join(tmpdir(), 'r2med-faulty-')), name);
  writeFileSync(file, source);
  return file;
};

/** A line of JavaScript that fails as it should when the texts hold a bad one. */
const FAULTS: Readonly<Record<Fault, string>> = {
  'fails on the n-th item': `if (texts.some((text) => text.includes('${BAD}'))) throw new Error('a bad text');`,
  'fails on every item': `if (texts[0] !== 'fever') throw new Error('nothing works');`,
  'never returns': `if (texts.some((text) => text.includes('${BAD}'))) await new Promise(() => {});`,
  dies: `if (texts.some((text) => text.includes('${BAD}'))) process.exit(3);`,
};
const VECTORS = 'texts.map((text) => [text.length, 1])';

describeFaults(
  'a module',
  async (fault) =>
    embedding(
      await openModule(
        written(
          'model.mjs',
          `export const embed = async (texts) => { ${FAULTS[fault]} return ${VECTORS}; };
           ${fault === 'never returns' ? `export const timeout = ${SOON / 1000}; export const close = () => new Promise(() => {});` : ''}`,
        ),
        { note: () => {} },
      ),
    ),
  // It has no process of its own that could die; test/cli/failures.test.ts lets it end ours.
  ['fails on the n-th item', 'fails on every item', 'never returns'],
);

describeFaults('a command', async (fault) =>
  embedding(
    await openCommand(
      `'${process.execPath}' '${written(
        'model.mjs',
        `import { createInterface } from 'node:readline';
         if (${fault === 'never returns'}) console.log(JSON.stringify({ r2med: 1, timeout: ${SOON / 1000} }));
         createInterface({ input: process.stdin }).on('line', async (line) => {
           const { id, texts } = JSON.parse(line);
           const say = (said) => console.log(JSON.stringify({ id, ...said }));
           try { ${FAULTS[fault]} say({ vectors: ${VECTORS} }); } catch (error) { say({ error: error.message }); }
         });`,
      )}'`,
      { note: () => {} },
    ),
  ),
);

/** How a server fails a request that holds a bad item, or any. */
const behaviour = (fault: Fault, texts: readonly string[]): PlainBehaviour | undefined => {
  const isBad = texts.some((text) => text.includes(BAD));
  if (fault === 'fails on every item') return { status: 500, body: '{"error":"nothing works"}' };
  if (!isBad) return undefined;
  if (fault === 'fails on the n-th item') return { status: 500, body: '{"error":"a bad text"}' };
  return fault === 'dies' ? { drop: true } : { hang: true };
};

describeFaults('a served embedder', async (fault) => {
  const server = await startEmbeddingServer();
  const clock = testClock(2);
  server.always((texts) => behaviour(fault, texts));
  server.onHang(clock.ring);
  const endpoints = [`${server.origin}/v1`];
  return embedding(
    await openEmbeddingApi({ dialect: 'openai', model: 'tiny', endpoints, env: {}, clock }),
    server.close,
  );
});

describeFaults('a served scorer', async (fault) => {
  const server = await startRerankServer();
  const clock = testClock(2);
  server.always(({ documents }) => behaviour(fault, documents));
  server.onHang(clock.ring);
  const endpoints = [`${server.origin}/v1`];
  const scorer = await openRerankApi({ dialect: 'vllm-rerank', model: 'tiny', endpoints, env: {}, clock });
  return {
    work: async (documents) => {
      const pairs = documents.map((document) => ({ query: 'why so tired?', document }));
      const { scores, ...rest } = await collectScores(scorer, pairs);
      return { values: scores, ...rest };
    },
    close: async () => {
      await scorer.close();
      await server.close();
    },
  };
});
