import { describe, expect, it } from 'vitest';
import { corpusOf, queryId } from '../core/index.js';
import { lengthNotes, spread, textLengths } from './text-lengths.js';

const of = (queries: readonly string[], documents: readonly string[]) =>
  textLengths({
    queries: queries.map((text, i) => ({ id: queryId(`q${i}`), text })),
    corpus: corpusOf(
      'k',
      documents.map((text, i) => ({ id: `d${i}`, text })),
    ),
  });

describe('lengths of texts', () => {
  it('are counted in code points, as Python counts', async () => {
    const { query } = await of(['aé', '🫀', 'e\u0301', '\ud83e', '\ud83e🫀'], []);
    expect(query).toMatchObject({ count: 5, min: 1, max: 2, median: 2 });
    expect(query.mean).toBe((2 + 1 + 2 + 1 + 2) / 5);
  });

  it('are of every row, a repeated one too, with its title', async () => {
    const corpus = corpusOf('k', [
      { id: 'd', text: 'abc', title: 'x' },
      { id: 'd', text: 'abc' },
    ]);
    expect((await textLengths({ queries: [], corpus })).document).toEqual({
      count: 2,
      min: 3,
      mean: 4,
      median: 4,
      max: 5,
    });
  });
});

it.each([
  [[], 0],
  [[3], 3],
  [[1, 2], 1.5],
  [[5, 1, 3], 3],
  [[4, 1, 3, 2], 2.5],
])('the median of %j is %d', (values, median) => {
  expect(spread(values).median).toBe(median);
});

describe('lengths beside the published ones', () => {
  const here = { count: 3, min: 1, mean: 7.1234564, median: 5, max: 9 };
  const published = { min: 1, mean: 7.123456, median: 5, max: 9 };

  it('are the same to six decimals of the mean', () => {
    const characters = { query: published, document: published };
    expect(lengthNotes({ query: here, document: here }, { characters })).toEqual([]);
  });

  it('that differ are told, figure by figure', () => {
    const characters = { query: { ...published, mean: 7.123458, max: 10 }, document: published };
    expect(lengthNotes({ query: here, document: here }, { characters })).toEqual([
      'Characters of a query differ from the published ones: mean 7.123456, published 7.123458 and max 9, published 10.',
    ]);
  });

  it('that were not published are not compared', () => {
    expect(lengthNotes({ query: here, document: here }, {})).toEqual([]);
    const { median: _, ...some } = published;
    const characters = { query: some, document: some };
    expect(lengthNotes({ query: { ...here, median: 6 }, document: here }, { characters })).toEqual([]);
  });
});
