import { expect, it } from 'vitest';
import type { JsonObject } from '../../../core/index.js';
import { mergedFacts } from './merged-facts.js';

/** Blocks of one opening, each with the facts that it grew by; ten queries each unless said. */
const opening = (
  id: string,
  opened: JsonObject,
  growths: readonly JsonObject[],
  { from = 0, queries = 10 } = {},
) =>
  growths.map((growth, i) => ({
    opening: id,
    opened,
    growth,
    first: from + i * queries,
    end: from + (i + 1) * queries,
  }));

const fused = (facts: JsonObject): JsonObject => ({ fused: [{ system: 'x', facts }] });
const around = [(facts: JsonObject) => facts, fused, (facts: JsonObject) => fused(fused(facts))];

it.each(around)('sums what grew and was paid, and keeps the first words, alone and fused', (within) => {
  const a = within({ documents: 30, embedder: { calls: 3 }, indexCached: false });
  const b = within({ documents: 30, embedder: { calls: 1 }, indexCached: true });
  const grew = (calls: number, count: number, reason: string, indexCached: boolean) =>
    within({
      documents: 0,
      embedder: { calls },
      indexCached,
      ...(count > 0 && { failed: { 'queries without a vector': { count, reason } } }),
    });
  const blocks = [
    ...opening('a', a, [grew(5, 0, '', false), grew(5, 1, 'first', false)]),
    ...opening('b', b, [grew(5, 2, 'second', true)], { from: 20 }),
  ];
  expect(mergedFacts(blocks)).toEqual(
    within({
      documents: 30,
      embedder: { calls: 19 },
      indexCached: false,
      failed: { 'queries without a vector': { count: 3, reason: 'first' } },
    }),
  );
});

it.each(around)('takes what was measured on a sample from the opening that answered most', (within) => {
  const sample = (queries: number, recall: number, seed: number) =>
    within({ approximate: { method: 'hnsw', sample: { queries, of: queries, seed, 'recall@10': recall } } });
  const none = within({ approximate: { method: 'hnsw', sample: { queries: 0 } } });
  const blocks = [
    ...opening('a', none, [sample(10, 0.9, 7)]),
    ...opening('b', none, [sample(10, 0.75, 7), sample(10, 0.125, 0)], { from: 10 }),
  ];
  expect(mergedFacts(blocks)).toEqual(sample(20, 0.875, 7));
});

it.each(around)(
  'warns of the vectors of queries where the openings of most queries end with it',
  (within) => {
    const alike = (queryVectors: string) => within({ queryVectors, queryVectorsAlike: ['"a"', '"b"'] });
    const told = within({});
    const split = (...ends: readonly (readonly [JsonObject, number])[]) => {
      let from = 0;
      return mergedFacts(
        ends.flatMap(([growth, queries], i) => {
          from += queries;
          return opening(String(i), told, [growth], { from: from - queries, queries });
        }),
      );
    };
    const few = alike('only 2 different ones for 30 texts');
    expect(split([few, 30], [alike('only 2 different ones for 40 texts'), 40], [told, 5])).toEqual(
      alike('only 2 different ones for 40 texts'),
    );
    expect(split([few, 30], [told, 31])).toEqual(told);
    // The last word of an opening counts: with more queries the vectors differ.
    expect(mergedFacts(opening('a', told, [few, told]))).toEqual(told);
  },
);
