import { describe, expect, it } from 'vitest';
import { testTools } from '../../../test/support/tools.js';
import { type EmbeddedBatch, type Embedder, WorkError } from '../../core/index.js';
import { embedderOf, type Reader } from './embed.js';
import type { Encoded } from './encode.js';

const LIMIT = 6;

/** A "model" whose vector is a text's length; it fails where `bad` says so. */
const reader = (
  bad: (batch: readonly Encoded[]) => void = () => {},
  strange: (tokens: number) => boolean = () => false,
): Reader<number> & { readonly batches: number[] } => {
  const batches: number[] = [];
  return {
    batches,
    spec: {},
    tokenBudget: 12,
    encode: (text) => ({
      ids: Array.from(text).slice(0, LIMIT).map(Number),
      types: [],
      leftOut: 0,
      attended: 0,
      cut: text.length > LIMIT,
    }),
    read: async (batch) => {
      batches.push(batch.length);
      bad(batch);
      return batch.map(({ ids }) => (strange(ids.length) ? undefined : ids.length));
    },
    close: async () => {},
  };
};

const failOn =
  (token: number) =>
  (batch: readonly Encoded[]): void => {
    if (batch.some(({ ids }) => ids.includes(token))) throw new Error(`token ${token}`);
  };

const all = async (embedder: Embedder<number>, texts: readonly string[]) => {
  const batches: EmbeddedBatch<number>[] = [];
  for await (const batch of embedder.embed(texts, 'document', testTools())) batches.push(batch);
  const vectors = new Map(
    batches.flatMap(({ embedded }) => embedded.map(({ place, vector }) => [place, vector])),
  );
  return { vectors, failed: batches.flatMap(({ failed }) => failed) };
};

describe('embedderOf', () => {
  const texts = ['11', '1234', '22222', '9', '123', '5555'];

  it("gives every text its vector under the caller's place", async () => {
    const { vectors, failed } = await all(embedderOf(reader()), texts);
    expect(failed).toEqual([]);
    expect([...vectors].sort()).toEqual(texts.map((text, place) => [place, text.length]));
  });

  it('fails a text without tokens and does not show it to the model', async () => {
    const model = reader();
    const { vectors, failed } = await all(embedderOf(model), ['1', '', '2']);
    expect(failed).toEqual([{ place: 1, reason: 'the text has no tokens' }]);
    expect([...vectors.keys()]).toEqual([0, 2]);
    expect(model.batches).toEqual([2]);
  });

  it('fails alone the one text that makes the model fail', async () => {
    const { vectors, failed } = await all(embedderOf(reader(failOn(9))), texts);
    expect(failed).toEqual([{ place: 3, reason: 'token 9' }]);
    expect(vectors.size).toBe(texts.length - 1);
  });

  it('finds a bad text by halving, not one by one', async () => {
    const many = Array.from({ length: 12 }, (_, i) => (i === 5 ? '9' : '1'));
    const model = reader(failOn(9));
    await all(embedderOf(model), many);
    // Place 5 is the last of the first half's second half.
    expect(model.batches).toEqual([12, 6, 3, 3, 2, 1, 6]);
  });

  it('asks again alone for a vector that was no number, then names it', async () => {
    const { vectors, failed } = await all(embedderOf(reader(undefined, (tokens) => tokens === 3)), texts);
    expect(failed).toEqual([{ place: 4, reason: 'the model gave numbers that are not finite' }]);
    expect(vectors.size).toBe(texts.length - 1);
  });

  it('stops at an error that is about the model', async () => {
    const broken = reader(() => {
      throw new WorkError('the model has no such output');
    });
    await expect(all(embedderOf(broken), texts)).rejects.toThrow('no such output');
  });

  it('stops between batches when the work is called off', async () => {
    const stop = new AbortController();
    const embedder = embedderOf(reader());
    const batches = embedder
      .embed(texts, 'query', testTools({ signal: stop.signal }))
      [Symbol.asyncIterator]();
    expect((await batches.next()).done).toBe(false);
    stop.abort();
    await expect(batches.next()).rejects.toThrow(/abort/);
  });

  it('counts tokens, calls and texts that were cut, by role', async () => {
    const embedder = embedderOf(reader());
    await all(embedder, ['1234567', '1']);
    expect(embedder.usage()).toEqual({
      cut: { query: 0, rewrite: 0, document: 1 },
      tokens: LIMIT + 1,
      calls: 1,
      usd: 0,
    });
  });

  it('gives nothing for no texts', async () => {
    expect((await all(embedderOf(reader()), [])).vectors.size).toBe(0);
  });
});
