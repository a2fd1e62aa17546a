import { describe, expect, it } from 'vitest';
import { describeEngineVectors } from '../../../../test/conformance/engine-vectors.js';
import { hashingEmbedder } from '../../../../test/support/embedders.js';
import { alike, madeCollection } from '../../../../test/support/made-collection.js';
import { only, opened } from '../../../../test/support/opened-cluster.js';
import { fakeCluster } from '../../../../test/support/opensearch-server.js';
import { testTools } from '../../../../test/support/tools.js';
import { type Corpus, corpusOf } from '../../../core/index.js';
import { dense } from '../../retrieval/index.js';
import { vectorPlace } from '../vector-place.js';

describeEngineVectors(
  'A fake cluster',
  async () => (await opened(fakeCluster())).engine,
  [{ shards: 1 }],
  250,
);

const open = async (cluster = fakeCluster()) => {
  const { engine } = await opened(cluster);
  const embedder = hashingEmbedder({ dimensions: 8, batch: 100 });
  const load = async (corpus: Corpus, tools = testTools()) =>
    dense({ embedder, name: 'model', place: vectorPlace(engine) }).open(corpus, tools);
  return { cluster, engine, embedder, load };
};

const gate = () => {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
};

describe('loading vectors', () => {
  it('goes on where a load ended, and neither embeds nor sends again what is there', async () => {
    const { cluster, engine, embedder, load } = await open();
    const { corpus, documents } = madeCollection(5000);
    let readings = 0;
    const broken: Corpus = {
      ...corpus,
      async *rows() {
        const isLoad = ++readings === 3;
        let row = 0;
        for await (const batch of corpus.rows())
          for (const document of batch) {
            if (isLoad && row++ === 4500) throw new Error('the process ends here');
            yield [document];
          }
      },
    };
    await expect(load(broken)).rejects.toThrow('the process ends here');
    const [begun] = await engine.collections();
    expect(begun).toMatchObject({ kind: 'vectors', complete: false, documents: 4000 });
    embedder.asked.length = 0;
    cluster.requests.length = 0;
    // Another machine, which has none of the vectors.
    const tools = testTools();
    await load(corpus, tools);
    expect(tools.notes.join()).toContain('1,000 documents loaded, 4,000 were there; all 5,000 checked');
    const late = new Set(
      documents.slice(4000).map(({ title, text }) => (title ? `${title}\n${text}` : text)),
    );
    expect(embedder.asked.every(({ text }) => late.has(text))).toBe(true);
    const sent = cluster.requests.filter(({ path }) => path.includes('_bulk'));
    expect(sent.flatMap(({ body }) => body.match(/"create"/g) ?? [])).toHaveLength(1000);
    expect(await engine.collections()).toMatchObject([{ complete: true, documents: 5000, deleted: 0 }]);
    embedder.asked.length = 0;
    await load({ ...corpus, rows: () => expect.unreachable('the corpus is read again') });
    expect(embedder.asked).toEqual([]);
  });

  it('embeds the next documents while the last ones are sent', async () => {
    const { cluster, engine } = await open();
    const [sent, asked] = [gate(), gate()];
    // Neither goes on before the other has begun.
    cluster.spoil = async ({ path }) => {
      if (!path.includes('_bulk')) return;
      sent.open();
      await asked.opened;
    };
    const words = hashingEmbedder({ dimensions: 8, batch: 500 });
    const embedder: typeof words = {
      ...words,
      async *embed(texts, role, tools) {
        if (texts.includes('text 2048')) {
          asked.open();
          await sent.opened;
        }
        yield* words.embed(texts, role, tools);
      },
    };
    const corpus = corpusOf(
      'overlap',
      Array.from({ length: 3000 }, (_, i) => ({ id: `${i}`, text: `text ${i}` })),
    );
    await dense({ embedder, name: 'model', place: vectorPlace(engine) }).open(corpus, testTools());
    expect(await engine.collections()).toMatchObject([{ complete: true, documents: 3000 }]);
  });

  it('lets two processes load the same corpus at once', async () => {
    const cluster = fakeCluster();
    const [one, two] = [await open(cluster), await open(cluster)];
    const corpus = alike(5000);
    const [first, second] = await Promise.all([one.load(corpus), two.load(corpus)]);
    expect(first.facts.documents).toBe(second.facts.documents);
    expect(await one.engine.collections()).toMatchObject([{ complete: true, documents: 5000 }]);
  });

  it('says what a cluster lacks that knows no vectors', async () => {
    const { cluster, load } = await open();
    const error = { type: 'illegal_argument_exception', reason: 'unknown setting [index.knn]' };
    cluster.spoil = ({ method }) =>
      method === 'PUT' ? { status: 400, text: JSON.stringify({ error }) } : undefined;
    await expect(load(alike(3))).rejects.toThrow(/unknown setting \[index.knn\][\s\S]*k-NN plugin/);
  });

  it('repeats what the cluster turned away, and is an error if that stays', async () => {
    const { cluster, load } = await open();
    const corpus = alike(100);
    only(cluster, '_bulk', { status: 503, text: '{"error":"busy"}' }, 2);
    await expect(load(corpus)).resolves.toBeDefined();
    const other = await open();
    only(other.cluster, '_bulk', { status: 503, text: '{"error":"busy"}' }, 99);
    await expect(other.load(corpus)).rejects.toThrow('the cluster gave no whole answer');
  });

  it('refuses vectors that are not those that were loaded', async () => {
    const { cluster, load } = await open();
    const corpus = alike(3);
    const runner = await load(corpus);
    const [index] = cluster.indexes.values();
    for (const document of index!.documents.values()) document.bytes = Buffer.alloc(32).toString('base64');
    await expect(runner.run([{ id: 'q', text: 'urate' }] as never)).rejects.toThrow(
      'a vector that is not the one that was loaded',
    );
    index!.documents.delete('0');
    await expect(load(corpus)).rejects.toThrow('has 2 vectors');
  });

  it('is not finished with rows that differ from what was sent', async () => {
    const { cluster, engine, load } = await open();
    cluster.spoil = ({ path }) => {
      if (path.includes('_refresh'))
        for (const { documents } of cluster.indexes.values()) documents.delete('1');
      return undefined;
    };
    await expect(load(alike(3))).rejects.toThrow('is not the corpus: 2 of 3 documents are there');
    expect(await engine.collections()).toMatchObject([{ complete: false }]);
  });

  it('gives up where a model fails in a row, and leaves what was loaded', async () => {
    const { engine } = await opened(fakeCluster());
    const failing = hashingEmbedder({ dimensions: 8, batch: 500, fails: (text) => text.startsWith('late') });
    const { corpus } = madeCollection(3000);
    let row = 0;
    const numbered: Corpus = {
      ...corpus,
      async *rows() {
        row = 0;
        for await (const batch of corpus.rows())
          yield batch.map(({ id }) => ({ id, text: row++ < 500 ? `early ${row}` : `late ${row}` }));
      },
    };
    const load = dense({ embedder: failing, name: 'model', place: vectorPlace(engine) });
    await expect(load.open(numbered, testTools())).rejects.toThrow(
      'none of 1,000 documents in a row has a vector: too odd',
    );
    expect(await engine.collections()).toMatchObject([{ complete: false }]);
  });
});
