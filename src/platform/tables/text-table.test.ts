import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textTable } from './text-table.js';

const column = (heading: string, cells: readonly string[], align: 'left' | 'right' = 'right') => ({
  heading,
  cells,
  align,
});

describe('a table as text', () => {
  it('aligns names left and numbers right', () => {
    const text = textTable(
      [column('system', ['bm25', 'lsa'], 'left'), column('mean', ['15.12', '9.00'])],
      80,
    );
    expect(text).toBe(['system   mean', '──────  ─────', 'bm25    15.12', 'lsa      9.00'].join('\n'));
  });

  it('aligns by what a terminal shows: wide signs, marks over letters, and escapes for what it would obey', () => {
    const text = textTable(
      [column('id', ['発熱', 'cafe\u0301', 'a\nb', '\u001b'], 'left'), column('n', ['1', '2', '3', '4'])],
      80,
    );
    expect(text.split('\n').slice(2)).toEqual(['発熱    1', 'cafe\u0301    2', 'a\\nb    3', '\\u{1b}  4']);
  });

  it('breaks into blocks that repeat the first column when it is too wide', () => {
    const text = textTable(
      [column('name', ['a'], 'left'), column('first', ['1']), column('second', ['2'])],
      12,
    );
    expect(text.split('\n\n')).toHaveLength(2);
    expect(text.split('\n\n')[1]).toBe(['name  second', '────  ──────', 'a          2'].join('\n'));
  });

  it('is never wider than the screen as long as two columns fit, and loses no cell', () => {
    const names = fc.array(fc.string({ unit: fc.constantFrom(...'abc'), minLength: 1, maxLength: 8 }), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(names, fc.integer({ min: 18, max: 80 }), (headings, width) => {
        const text = textTable(
          [column('system', ['x'], 'left'), ...headings.map((heading, i) => column(heading, [`${i}`]))],
          width,
        );
        for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(width);
        headings.forEach((_, i) => {
          expect(text).toMatch(new RegExp(`(^|\\s)${i}(\\s|$)`));
        });
      }),
    );
  });

  it('of nothing is nothing', () => {
    expect(textTable([], 80)).toBe('');
  });
});
