import { describe, expect, it } from 'vitest';
import { describeRetriever } from '../../../../test/conformance/retriever.js';
import { testTools } from '../../../../test/support/tools.js';
import {
  byRank,
  type Corpus,
  corpusOf,
  docId,
  InputError,
  type Query,
  queryId,
  type Retriever,
} from '../../../core/index.js';
import { type Bm25Options, bm25, bm25Hakari, bm25Lucene, bm25Mteb } from './index.js';

const NOTES = corpusOf('notes', [
  { id: 'gout', text: 'Gout of the big toe, treated with colchicine.' },
  { id: 'fever', text: 'Fever and cough; the fever settled.' },
  { id: 'empty', text: '' },
  { id: 'copy-b', text: 'Scurvy.' },
  { id: 'copy-a', text: 'Scurvy.' },
]);
const ALL = { bm25, bm25Lucene, bm25Mteb, bm25Hakari };
const presets = Object.entries(ALL);

const query = (text: string): Query => ({ id: queryId('q'), text });
const search = async (retriever: Retriever, corpus: Corpus, text: string, tools = testTools()) => {
  const { run } = await retriever.open(corpus, tools);
  const [ranked] = await run([query(text)]);
  return ranked!.hits;
};
const idsOf = async (retriever: Retriever, corpus: Corpus, text: string): Promise<string[]> =>
  (await search(retriever, corpus, text)).map((hit) => hit.docId);

for (const [name, make] of presets) describeRetriever(name, (topK) => make({ topK }));

describe('a preset as a description', () => {
  it('is named after its program', () => {
    expect(presets.map(([, make]) => make().name)).toEqual([
      'bm25',
      'bm25-lucene',
      'bm25-mteb',
      'bm25-hakari',
    ]);
  });

  it('says in its name and spec what was changed', () => {
    expect(bm25({ k1: 1.2 }).name).toBe('bm25(k1=1.2)');
    expect(bm25Mteb({ b: 0, k1: 2 }).name).toBe('bm25-mteb(k1=2, b=0)');
    expect(bm25({ documentText: 'text' }).name).toBe('bm25(documentText=text)');
    expect(bm25({ k1: 0.9, b: 0.4, topK: 10 }).name).toBe('bm25');
    expect(bm25({ k1: 1.2 }).spec).toMatchObject({ k1: 1.2, b: 0.4, topK: 100 });
  });

  it('has a spec that only equal settings share', () => {
    const specs = [...presets.map(([, make]) => make()), bm25({ topK: 5 }), bm25({ b: 0.5 })];
    expect(new Set(specs.map(({ spec }) => JSON.stringify(spec))).size).toBe(specs.length);
    expect(bm25({}).spec).toEqual(bm25().spec);
  });

  it.each<[Bm25Options, string]>([
    [{ k1: -1 }, 'bm25: k1 = -1; expected a number of 0 or more'],
    [{ k1: Number.NaN }, 'bm25: k1 = NaN; expected a number of 0 or more'],
    [{ b: 1.5 }, 'bm25: b = 1.5; expected a number from 0 to 1'],
    [{ topK: 0 }, 'bm25: topK = 0; expected a whole number from 1'],
    [{ topK: 2.5 }, 'bm25: topK = 2.5; expected a whole number from 1'],
    [{ documentText: 'body' } as never, 'bm25: documentText = body; expected one of title-and-text, text'],
    [
      { k: 1.2 } as never,
      'unknown setting of bm25 "k"; expected one of k1, b, documentText, unmatched, topK',
    ],
  ])('refuses %j', (options, message) => {
    expect(() => bm25(options)).toThrow(InputError);
    expect(() => bm25(options)).toThrow(message);
  });
});

describe.each(presets)('%s', (name, make) => {
  const fills = name !== 'bm25Lucene';

  it('puts the document that shares rare words with the query first', async () => {
    expect((await idsOf(make(), NOTES, 'colchicine for gout'))[0]).toBe('gout');
  });

  it('returns hits in rank order, whatever order the cut-off followed', async () => {
    const hits = await search(make(), NOTES, 'scurvy or fever');
    expect(hits).toEqual([...hits].sort(byRank));
    expect(hits.map((hit) => hit.docId).indexOf(docId('copy-b'))).toBe(
      hits.map((hit) => hit.docId).indexOf(docId('copy-a')) - 1,
    );
  });

  it('lets the first in the corpus stay when equal scores meet the cut-off, Lucene the lowest id', async () => {
    const kept = name === 'bm25Lucene' ? 'copy-a' : 'copy-b';
    expect(await idsOf(make({ topK: 1 }), NOTES, 'scurvy')).toEqual([kept]);
  });

  it('answers a query without a known word as its program does', async () => {
    const all = ['gout', 'fever', 'empty', 'copy-b', 'copy-a'];
    for (const text of ['', 'zzyzx', '...']) {
      const found = await idsOf(make(), NOTES, text);
      expect(found.sort()).toEqual(fills ? all.sort() : []);
    }
    expect(await idsOf(make({ topK: 2 }), NOTES, 'zzyzx')).toEqual(fills ? ['gout', 'fever'] : []);
  });

  it('searches nothing in an empty corpus and in one of empty documents', async () => {
    expect(await idsOf(make(), corpusOf('none', []), 'fever')).toEqual([]);
    const empty = corpusOf('empty', [{ id: 'a', text: '' }]);
    expect(await idsOf(make(), empty, 'fever')).toEqual(fills ? ['a'] : []);
  });

  it('explains the score that the ranking shows', async () => {
    const runner = await make().open(NOTES, testTools());
    const asked = query('fever, cough, cough and gout');
    const [ranked] = await runner.run([asked]);
    const ids = [...ranked!.hits.map((hit) => hit.docId), docId('absent')];
    const documents = ids.map((id) => ({ id, text: '' }));
    const { scores } = await runner.explainHits!(asked, documents, {});
    expect(Array.from(scores, ([id, { score }]) => ({ docId: id, score }))).toEqual(ranked!.hits);
  });

  it('explains the row that an id in several rows is ranked by', async () => {
    const others = ['fever', 'cough', 'jaundice'].map((text) => ({ id: text, text }));
    const repeated = corpusOf('repeated', [
      { id: 'a', text: 'gout gout tremor' },
      ...others,
      { id: 'a', text: 'gout tremor and a long list of other complaints' },
    ]);
    const runner = await make().open(repeated, testTools());
    const [ranked] = await runner.run([query('gout')]);
    const [hit, ...more] = ranked!.hits.filter(({ docId: id }) => id === 'a');
    expect(more).toEqual([]);
    const { scores } = await runner.explainHits!(query('gout'), [{ id: docId('a'), text: '' }], {});
    expect(scores.get(docId('a'))!.score).toBe(hit!.score);
  });

  it('says what it opened', async () => {
    const { facts } = await make().open(NOTES, testTools());
    expect(facts).toMatchObject({ indexRows: 5, indexCached: false });
  });

  it('finds words of a title unless told to leave titles alone', async () => {
    const titled = corpusOf('titled', [
      { id: 'x', text: 'Nothing to see.' },
      { id: 'y', title: 'Brucellosis', text: 'A case report.' },
      { id: 'z', text: 'Another one.' },
    ]);
    expect((await search(make(), titled, 'brucellosis'))[0]).toMatchObject({ docId: 'y' });
    const untitled = await search(make({ documentText: 'text' }), titled, 'brucellosis');
    expect(untitled.every(({ score }) => score === 0)).toBe(true);
  });
});

describe('repeated ids', () => {
  const corpus = corpusOf('repeated', [
    { id: 'a', text: 'gout' },
    { id: 'b', text: 'gout and fever and cough' },
    { id: 'a', text: 'fever' },
    { id: 'c', text: 'tremor' },
    { id: 'd', text: 'tremor' },
  ]);
  const scoreOfA = async (retriever: Retriever, text: string): Promise<number | undefined> =>
    (await search(retriever, corpus, text)).find(({ docId: id }) => id === 'a')?.score;

  it('bm25 ranks by the last row', async () => {
    expect(await scoreOfA(bm25(), 'gout')).toBe(0);
    expect(await scoreOfA(bm25(), 'fever')).toBeGreaterThan(0);
  });

  it('bm25-lucene ranks by the best row', async () => {
    expect(await scoreOfA(bm25Lucene(), 'gout')).toBeGreaterThan(0);
    expect(await scoreOfA(bm25Lucene(), 'fever')).toBeGreaterThan(0);
  });

  it('bm25-mteb ranks by the lowest row before the cut-off', async () => {
    expect(await scoreOfA(bm25Mteb(), 'gout')).toBe(0);
    expect(await scoreOfA(bm25Mteb({ topK: 2 }), 'gout')).toBeGreaterThan(0);
  });

  it('bm25-hakari forgets the earlier text', async () => {
    expect(await scoreOfA(bm25Hakari(), 'gout')).toBe(0);
    const forgotten = corpusOf('forgotten', [
      { id: 'a', text: 'fever' },
      { id: 'b', text: 'gout and fever and cough' },
      { id: 'c', text: 'tremor' },
      { id: 'd', text: 'tremor' },
    ]);
    const text = 'gout fever tremor cough';
    expect(await search(bm25Hakari(), corpus, text)).toEqual(await search(bm25Hakari(), forgotten, text));
  });
});

describe('a query with written text', () => {
  it('is searched with what was written, joined as its method asks', async () => {
    const { run } = await bm25Lucene().open(NOTES, testTools());
    const written = { method: 'hyde', llm: 'a', text: 'scurvy', join: 'alone', dense: 'average' } as const;
    const [alone, joined] = await run([
      { ...query('gout'), generated: [written] },
      { ...query('gout'), generated: [{ ...written, join: 'after-query' }] },
    ]);
    expect(alone!.hits.map((hit) => hit.docId)).toEqual(['copy-b', 'copy-a']);
    expect(joined!.hits.map((hit) => hit.docId)).toContain('gout');
    expect(alone!.query.text).toBe('gout');
  });
});

describe('the cache', () => {
  const text = 'fever and gout';

  it('holds one index for the presets that share an analyzer', async () => {
    const tools = testTools();
    const first = await bm25().open(NOTES, tools);
    const second = await bm25Lucene().open(NOTES, tools);
    expect([first.facts.indexCached, second.facts.indexCached]).toEqual([false, true]);
    await bm25Mteb().open(NOTES, tools);
    expect(tools.stored.size).toBe(2);
  });

  it('answers as a fresh index does, without reading the corpus', async () => {
    const tools = testTools();
    const fresh = await search(bm25(), NOTES, text, tools);
    const unreadable: Corpus = {
      key: NOTES.key,
      rows: () => {
        throw new Error('read again');
      },
    };
    expect(await search(bm25(), unreadable, text, tools)).toEqual(fresh);
  });

  it('is not believed when damaged: the index is built again and stored', async () => {
    const tools = testTools();
    const fresh = await search(bm25(), NOTES, text, tools);
    const [[key, bytes]] = [...tools.stored] as [[string, Uint8Array]];
    for (const damage of [bytes.slice(0, 40), new Uint8Array(), bytes.map((byte) => byte ^ 4)]) {
      tools.stored.set(key, damage);
      expect(await search(bm25(), NOTES, text, tools)).toEqual(fresh);
      expect(tools.stored.get(key)).toEqual(bytes);
    }
    expect(tools.notes).toEqual(Array(3).fill('bm25: the cached index is damaged; building it again'));
  });

  it('keeps corpora and titles apart', async () => {
    const tools = testTools();
    await bm25().open(NOTES, tools);
    await bm25().open({ ...NOTES, key: 'other' }, tools);
    await bm25({ documentText: 'text' }).open(NOTES, tools);
    expect(tools.stored.size).toBe(3);
  });
});

describe('a corpus worth several threads', () => {
  const words = ['fever', 'gout', 'tremor', 'scurvy', 'jaundice', 'cough', 'colchicine'];
  const large = corpusOf(
    'large',
    Array.from({ length: 3000 }, (_, i) => ({
      id: `n${i}`,
      text: `${words[i % 7]} ${words[(i * i) % 5]} note${i} `.repeat(1 + (i % 150)),
    })),
  );

  it('is ranked the same by one thread and by nine', async () => {
    const text = 'fever tremor note17 note2999 scurvy';
    const alone = await search(bm25(), large, text);
    expect(await search(bm25(), large, text, testTools({ workers: 9 }))).toEqual(alone);
  });

  it('stops when the work is called off', async () => {
    const stop = new AbortController();
    stop.abort();
    await expect(bm25().open(large, testTools({ workers: 9, signal: stop.signal }))).rejects.toThrow(
      /abort/i,
    );
  });

  it('passes on what goes wrong in the corpus and in a thread', async () => {
    const broken: Corpus = {
      key: 'broken',
      async *rows() {
        yield* large.rows();
        throw new Error('line 3001 is broken');
      },
    };
    await expect(bm25().open(broken, testTools({ workers: 9 }))).rejects.toThrow('line 3001 is broken');
    const tools = testTools();
    const failing = {
      ...tools,
      workers: {
        size: 9,
        open: async () => ({
          size: 9,
          run: () => Promise.reject(new Error('a thread broke')),
          close: async () => {},
        }),
      },
    };
    await expect(bm25().open(large, failing)).rejects.toThrow('a thread broke');
  });
});
