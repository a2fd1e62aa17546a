import { expect, it } from 'vitest';
import { nearDuplicateIndex } from './near-duplicates.js';

const RULE = { share: 0.3, fewest: 5, mostTexts: 2 };
const words = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, i) => `w${from + i}`).join(' ');

it('texts of which one holds a part of the other, or has other words between, share shingles', () => {
  const index = nearDuplicateIndex({ words: 3 });
  const text = words(0, 40);
  const fifth = text
    .split(' ')
    .map((word, i) => (i % 5 === 4 ? `other${i}` : word))
    .join(' ');
  for (const each of [text, `${words(100, 200)} ${text}`, words(300, 340), fifth]) index.add(each);
  // 38 shingles of the text; every fifth word that is another one leaves two in five of them.
  expect(index.sharing([0], { ...RULE, mostTexts: 3 })).toEqual([
    { text: 0, other: 1, share: 1 },
    { text: 0, other: 3, share: 16 / 38 },
  ]);
  expect(index.sharing([2], RULE)).toEqual([]);
  // What more than two texts have is a stock phrase: the rest alone counts.
  expect(index.sharing([0], RULE)).toEqual([{ text: 0, other: 1, share: 22 / 38 }]);
  expect(index.sharing([], RULE)).toEqual([]);
});
