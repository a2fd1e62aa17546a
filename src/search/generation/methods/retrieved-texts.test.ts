import { expect, it } from 'vitest';
import { type Corpus, corpusOf, docId, queryId, type Ranked } from '../../../core/index.js';
import { retrievedTexts } from './retrieved-texts.js';

const ranked = (...hits: readonly (readonly [string, number])[]): Ranked => ({
  query: { id: queryId('q'), text: 'x' },
  hits: hits.map(([id, score]) => ({ docId: docId(id), score })),
});
const same = (text: string): string => text;

const ROWS = [
  { id: 'a', text: 'A' },
  { id: 'b', text: 'B, first' },
  { id: 'c', text: 'C', title: 'Title' },
  { id: 'b', text: 'B, last' },
  { id: 'd', text: 'D' },
];

it('the best documents come in the order of their scores', async () => {
  const found = await retrievedTexts([ranked(['d', 3], ['a', 2], ['c', 1])], corpusOf('k', ROWS), 2, same);
  expect(found).toEqual([['D', 'A']]);
});

it('equal scores stand in corpus order, a repeated id where its first row is, whatever order they came in', async () => {
  const found = await retrievedTexts(
    [ranked(['d', 2], ['c', 2], ['b', 2], ['a', 1])],
    corpusOf('k', ROWS),
    10,
    same,
  );
  expect(found).toEqual([['B, last', 'Title\nC', 'D', 'A']]);
});

it('of several that tie for the last place the first of the corpus is shown', async () => {
  const found = await retrievedTexts(
    [ranked(['a', 2], ['d', 1], ['c', 1], ['b', 1])],
    corpusOf('k', ROWS),
    2,
    same,
  );
  expect(found).toEqual([['A', 'B, last']]);
});

it('a repeated id says its last text', async () => {
  expect(await retrievedTexts([ranked(['b', 1])], corpusOf('k', ROWS), 10, same)).toEqual([['B, last']]);
});

it('the corpus is read once, however many rankings there are, and only what was found is quoted', async () => {
  const quoted: string[] = [];
  let reads = 0;
  const rows = corpusOf('k', ROWS);
  const counted: Corpus = {
    key: 'k',
    rows: () => {
      reads += 1;
      return rows.rows();
    },
  };
  const quote = (text: string): string => {
    quoted.push(text);
    return `"${text}"`;
  };
  const found = await retrievedTexts(
    [ranked(['a', 1]), ranked(['d', 1], ['a', 1]), ranked()],
    counted,
    10,
    quote,
  );
  expect(found).toEqual([['"A"'], ['"A"', '"D"'], []]);
  expect(reads).toBe(1);
  expect(quoted).toEqual(['A', 'D']);
});
