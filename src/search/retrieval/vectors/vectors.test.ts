import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countingEmbedder,
  hashingEmbedder,
  type TestEmbedder,
  wordwiseEmbedder,
} from '../../../../test/support/embedders.js';
import { testTools } from '../../../../test/support/tools.js';
import { corpusOf, docId, type ItemKey, queryId, WorkError } from '../../../core/index.js';
import { corpusTexts } from './corpus-texts.js';
import { bestOf, documentHits } from './document-hits.js';
import { storedVectors, textsIn } from './stored-vectors.js';
import { denseBytes, lateBytes, sparseBytes, type VectorBytes } from './vector-bytes.js';

const keyOf = (text: string) => `key of ${text}` as ItemKey;
const corpus = corpusOf('few', [
  { id: 'a', text: 'one' },
  { id: 'b', text: 'two' },
  { id: 'a', text: 'two' },
  { id: 'c', text: 'three', title: 'Title' },
]);

describe('texts of a corpus', () => {
  it('are those that last stand under an id, each once', async () => {
    const { ids, textOf, keys } = await corpusTexts(corpus, 'text', keyOf);
    expect(ids).toEqual(['a', 'b', 'c']);
    expect([...textOf]).toEqual([0, 0, 1]);
    expect(keys).toEqual(['key of two', 'key of three']);
  });

  it('are handed out on request, some at a time', async () => {
    const { texts, keys } = await corpusTexts(corpus, 'title-and-text', keyOf);
    const handed: [string, string][][] = [];
    for await (const some of texts(new Set(keys), 1)) handed.push([...some]);
    expect(handed).toEqual([[['key of two', 'two']], [['key of Title\nthree', 'Title\nthree']]]);
    for await (const some of texts(new Set(), 1)) expect(some).toBeUndefined();
  });

  it('are read from the corpus again only after they were forgotten', async () => {
    let readings = 0;
    const rows = () => {
      readings++;
      return corpus.rows();
    };
    const counted = { ...corpus, rows };
    const { texts, keys, forget } = await corpusTexts(counted, 'text', keyOf);
    const all = async () => {
      for await (const some of texts(new Set(keys), 9)) return [...some];
      return undefined;
    };
    const held = await all();
    expect(readings).toBe(1);
    forget();
    expect(await all()).toEqual(held);
    expect(readings).toBe(2);
  });
});

describe('documents of found texts', () => {
  const rows = [
    { id: 'b', text: 'x' },
    { id: 'a', text: 'x' },
    { id: 'c', text: 'y' },
    { id: 'd', text: 'z' },
  ];
  const found = { rows: Uint32Array.of(0, 1, 2), scores: Float64Array.of(0.5, 0.75, 0.5) };
  const pick = async (rules: object, id = 'q') => {
    const texts = await corpusTexts(corpusOf('k', rows), 'text', keyOf);
    const hits = documentHits(texts, { topK: 3, ties: 'id-descending', dropIdenticalIds: false, ...rules });
    return hits.of({ id: queryId(id), text: '' }, found).map((hit) => hit.docId);
  };

  it('are all that have the text, by score and then by id', async () => {
    expect(await pick({})).toEqual(['c', 'd', 'b']);
    expect(await pick({ topK: 9 })).toEqual(['c', 'd', 'b', 'a']);
  });

  it('stay at the cut-off by the rule that was asked for', async () => {
    expect(await pick({ ties: 'id-ascending' })).toEqual(['c', 'b', 'a']);
  });

  it('do not include the query itself if that is not wanted', async () => {
    expect(await pick({ dropIdenticalIds: true }, 'c')).toEqual(['d', 'b', 'a']);
    expect(await pick({}, 'c')).toContain(docId('c'));
  });
});

describe('the best of what was found', () => {
  it('are k and all that tie with the last', () => {
    const found = { rows: Uint32Array.of(3, 5, 8, 9), scores: Float64Array.of(1, 2, 1, 0) };
    expect(bestOf(found, 1).rows).toEqual(Uint32Array.of(5));
    expect(bestOf(found, 2)).toEqual({ rows: Uint32Array.of(3, 5, 8), scores: Float64Array.of(1, 2, 1) });
    expect(bestOf(found, 9)).toEqual(found);
  });

  it('are those that sorting all scores gives, in whatever order they come, with infinite ones', () => {
    const scores = fc.array(
      fc.oneof(fc.integer({ min: -9, max: 9 }), fc.double({ noNaN: true }), fc.constant(-Infinity)),
      { minLength: 1, maxLength: 300 },
    );
    fc.assert(
      fc.property(scores, fc.integer({ min: 1, max: 40 }), fc.constantFrom(1, -1, 0), (values, k, order) => {
        if (order !== 0) values.sort((a, b) => order * (a - b));
        const last = values.toSorted((a, b) => b - a)[k - 1] ?? -Infinity;
        const rows = Uint32Array.from(values.keys()).filter((row) => values[row]! >= last);
        expect(
          bestOf({ rows: Uint32Array.from(values.keys()), scores: Float64Array.from(values) }, k),
        ).toEqual({ rows, scores: Float64Array.from(rows, (row) => values[row]!) });
      }),
    );
  });
});

describe('vectors as bytes', () => {
  const moved = (bytes: Uint8Array) => new Uint8Array([0, ...bytes]).subarray(1);

  it('come back, from wherever they stand in a buffer', () => {
    const dense = Float32Array.of(1.5, -2, 0);
    const sparse = { indices: Int32Array.of(3, 30_000), weights: Float32Array.of(0.25, -1) };
    const late = { tokens: 2, dimensions: 2, data: Float32Array.of(1, 2, 3, 4) };
    for (const move of [(bytes: Uint8Array) => bytes, moved]) {
      expect(denseBytes.read(move(denseBytes.write(dense)))).toEqual(dense);
      expect(sparseBytes.read(move(sparseBytes.write(sparse)))).toEqual(sparse);
      expect(lateBytes.read(move(lateBytes.write(late)))).toEqual(late);
    }
  });

  it('may be of nothing', () => {
    const none = { indices: new Int32Array(), weights: new Float32Array() };
    expect(sparseBytes.read(sparseBytes.write(none))).toEqual(none);
    const wordless = { tokens: 0, dimensions: 8, data: new Float32Array() };
    expect(lateBytes.read(lateBytes.write(wordless))).toEqual(wordless);
  });

  it('that are none are not taken for one', () => {
    expect(denseBytes.read(new Uint8Array(6))).toBeUndefined();
    expect(denseBytes.read(new Uint8Array())).toBeUndefined();
    expect(sparseBytes.read(new Uint8Array(12))).toBeUndefined();
    expect(lateBytes.read(Uint8Array.of(2, 0, 0, 0, 1, 2, 3, 4))).toBeUndefined();
    expect(lateBytes.read(new Uint8Array(3))).toBeUndefined();
    expect(lateBytes.read(new Uint8Array(8))).toBeUndefined();
  });
});

describe('stored vectors', () => {
  it('are cached batch by batch, and damaged ones do not come back', async () => {
    const tools = testTools();
    const embedder = hashingEmbedder({ dimensions: 4, fails: (text) => text === 'odd' });
    const vectors = await storedVectors(embedder, 'document', denseBytes, tools);
    const texts = new Map(['a', 'odd', 'b'].map((text) => [vectors.keyOf(text), text]));
    const made: string[] = [];
    const failures = await vectors.make(texts, (key) => made.push(texts.get(key)!));
    expect(made.sort()).toEqual(['a', 'b']);
    expect(failures).toEqual([{ key: vectors.keyOf('odd'), reason: 'too odd' }]);
    const [items] = tools.kept.values();
    items!.set(vectors.keyOf('b'), new Uint8Array(5));
    const found: string[] = [];
    await vectors.read(texts.keys(), (key) => found.push(texts.get(key)!));
    expect(found).toEqual(['a']);
  });
});

describe('two vectors of one text', () => {
  const dense = (...numbers: number[]) => Float32Array.from(numbers);

  it('are apart by the cosine distance, or by their lengths', () => {
    expect(denseBytes.distance(dense(1, 0), dense(0, 1))).toBe(1);
    expect(denseBytes.distance(dense(1, 0), dense(1, 0))).toBe(0);
    expect(denseBytes.distance(dense(0, 0), dense(0, 0))).toBe(0);
    expect(denseBytes.distance(dense(2, 0), dense(1, 0))).toBe(1 / 8);
    expect(denseBytes.distance(dense(1, 0), dense(1, 0, 0))).toBe(Number.POSITIVE_INFINITY);
    expect(denseBytes.distance(dense(1, Number.NaN), dense(1, 0))).toBe(Number.POSITIVE_INFINITY);
    expect(denseBytes.distance(dense(1, Number.NaN), dense(1, Number.NaN))).toBe(0);
  });

  it('may be sparse, or one per token', () => {
    const sparse = (weights: Record<number, number>) => ({
      indices: Int32Array.from(Object.keys(weights), Number),
      weights: Float32Array.from(Object.values(weights)),
    });
    expect(sparseBytes.distance(sparse({ 1: 1, 5: 1 }), sparse({ 1: 1, 5: 1 }))).toBe(0);
    expect(sparseBytes.distance(sparse({ 1: 1 }), sparse({ 2: 1 }))).toBe(1);
    const late = (dimensions: number, ...numbers: number[]) => ({
      dimensions,
      tokens: numbers.length / dimensions,
      data: dense(...numbers),
    });
    expect(lateBytes.distance(late(2, 1, 0), late(2, 0, 1))).toBe(1);
    expect(lateBytes.distance(late(2, 1, 0), late(1, 1, 0))).toBe(Number.POSITIVE_INFINITY);
    expect(lateBytes.distance(late(2, 1, 0), late(2, 1, 0, 0, 1))).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('vectors of an embedder that has changed', () => {
  /** Reads what is cached of these texts, and makes the rest. */
  const embedAll = async <Vector>(
    embedder: TestEmbedder<Vector>,
    format: VectorBytes<Vector>,
    tools: ReturnType<typeof testTools>,
    texts: readonly string[],
    role: 'document' | 'query' = 'document',
  ): Promise<void> => {
    const store = await storedVectors(embedder, role, format, tools);
    const all = new Map(texts.map((text) => [store.keyOf(text), text]));
    const missing = new Map(all);
    await store.read(
      all.keys(),
      (key) => missing.delete(key),
      async (wanted) => textsIn(all, wanted),
    );
    if (missing.size > 0) await store.make(missing, () => {});
  };
  const SOME = ['gout of the toe', 'scurvy', 'iron deficiency', 'rickets'];
  /** Of whichever kind: what is made and what it is kept as belong together. */
  const kind = <Vector>(open: () => TestEmbedder<Vector>, format: VectorBytes<Vector>) =>
    ({ open, format }) as unknown as { open(): TestEmbedder<never>; format: VectorBytes<never> };
  const kinds = [
    ['dense', kind(hashingEmbedder, denseBytes)],
    ['sparse', kind(countingEmbedder, sparseBytes)],
    ['late', kind(wordwiseEmbedder, lateBytes)],
  ] as const;
  const changed = (embedder: TestEmbedder<never>): TestEmbedder<never> => ({
    ...embedder,
    embed: (texts, role, tools) =>
      embedder.embed(
        texts.map((text) => `${text} now`),
        role,
        tools,
      ),
  });

  it.each(kinds)('are not mixed: %s', async (_, { open, format }) => {
    const tools = testTools();
    await embedAll(open(), format, tools, SOME.slice(0, 3));
    const other = changed(open());
    await expect(embedAll(other, format, tools, SOME)).rejects.toThrow(WorkError);
    // Not the second time either.
    await expect(embedAll(other, format, tools, SOME)).rejects.toThrow('not what the model gives now');
    await expect(embedAll(other, format, tools, ['a query'], 'query')).rejects.toThrow(WorkError);
    expect([...tools.kept.values()].reduce((sum, items) => sum + items.size, 0)).toBe(3);
  });

  it('are checked once in each role', async () => {
    const tools = testTools();
    await embedAll(hashingEmbedder(), denseBytes, tools, SOME.slice(0, 3));
    const again = hashingEmbedder();
    await embedAll(again, denseBytes, tools, SOME);
    expect(again.asked).toHaveLength(4);
    await embedAll(again, denseBytes, tools, [...SOME, 'one more']);
    await embedAll(again, denseBytes, tools, ['a query'], 'query');
    expect(again.asked).toHaveLength(6);
  });

  it('are checked later where the texts cannot be embedded now', async () => {
    const tools = testTools();
    await embedAll(hashingEmbedder(), denseBytes, tools, SOME.slice(0, 3));
    let broken = true;
    const next = hashingEmbedder({ fails: () => broken });
    await embedAll(next, denseBytes, tools, SOME);
    expect(next.asked).toHaveLength(4);
    expect(tools.notes).toEqual([expect.stringMatching(/could not be compared.*too odd$/)]);
    broken = false;
    await embedAll(next, denseBytes, tools, SOME);
    expect(next.asked).toHaveLength(8);
  });
});
