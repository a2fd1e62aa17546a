import { describe, expect, it } from 'vitest';
import { hashingEmbedder } from '../../../test/embedders.js';
import { testTools } from '../../../test/tools.js';
import { corpusOf, docId, type ItemKey, queryId } from '../../core/index.js';
import { corpusTexts } from './corpus-texts.js';
import { documentHits } from './document-hits.js';
import { bestOf } from './found.js';
import { storedVectors } from './stored-vectors.js';
import { denseBytes, lateBytes, sparseBytes } from './vector-bytes.js';

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
  it('are kept batch by batch, and damaged ones do not come back', async () => {
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
