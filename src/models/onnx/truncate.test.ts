import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutTo, longestFirst, onlySecond } from './encode.js';

describe('longestFirst', () => {
  it.each([
    ['both fit', 3, 4, 7, [3, 4]],
    ['only the longer one is cut', 2, 9, 7, [2, 5]],
    ['only the longer one is cut, when it is the first', 9, 2, 7, [5, 2]],
    ['both are cut to the same length', 9, 8, 6, [3, 3]],
    ['the odd token goes to the one that was longer', 8, 9, 7, [3, 4]],
    ['the odd token goes to the one that was longer, when it is the first', 9, 8, 7, [4, 3]],
    ['the odd token goes to the second of two that are equally long', 9, 9, 7, [3, 4]],
    ['an empty text leaves all room to the other', 0, 20, 7, [0, 7]],
  ])('%s', (_, first, second, room, kept) => {
    expect(longestFirst(first, second, room)).toEqual(kept);
  });

  it('uses all the room there is and never more, and lengthens nothing', () => {
    const length = fc.nat(50);
    fc.assert(
      fc.property(length, length, length, (first, second, room) => {
        const [a, b] = longestFirst(first, second, room);
        expect(a + b).toBe(Math.min(first + second, room));
        expect(a).toBeLessThanOrEqual(first);
        expect(b).toBeLessThanOrEqual(second);
      }),
    );
  });

  it('is what taking tokens one by one from the longer text gives, but for the odd one', () => {
    const length = fc.nat(50);
    fc.assert(
      fc.property(length, length, length, (first, second, room) => {
        let [a, b] = [first, second];
        while (a + b > room) a > b ? a-- : b--;
        const [kept] = longestFirst(first, second, room);
        expect(Math.abs(kept - a)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('onlySecond', () => {
  it.each([
    ['both fit', 3, 4, 7, [3, 4]],
    ['the second is cut', 3, 9, 7, [3, 4]],
    ['one token of the second is left', 6, 9, 7, [6, 1]],
    ['an empty second fits', 7, 0, 7, [7, 0]],
    ['nothing of the second would be left', 7, 9, 7, undefined],
    ['the first alone is too long', 9, 0, 7, undefined],
  ])('%s', (_, first, second, room, kept) => {
    expect(onlySecond(first, second, room)).toEqual(kept);
  });
});

describe('cutTo', () => {
  it('keeps the beginning when the right side is cut', () => {
    expect(cutTo([1, 2, 3, 4], 3, 'right')).toEqual([1, 2, 3]);
  });

  it('keeps the end when the left side is cut', () => {
    expect(cutTo([1, 2, 3, 4], 3, 'left')).toEqual([2, 3, 4]);
  });

  it('leaves what fits', () => {
    expect(cutTo([1, 2], 2, 'left')).toEqual([1, 2]);
  });
});
